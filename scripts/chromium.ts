import { existsSync } from 'node:fs'

/** Prefers the machine's browser over the one from npm. */
export async function chromiumPath(): Promise<string> {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) return configured
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
  return found ?? (await import('@sparticuz/chromium')).default.executablePath()
}

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]
