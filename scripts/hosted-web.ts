// Prepares the built web app for any static file host. Its page contains what our server would otherwise add.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { addressProblems, ConfigError } from '../server/src/config.ts'
import { policiesInHead } from '../server/src/http/headers.ts'
import { filledPage } from '../server/src/http/page.ts'
import { manifestOf, robotsOf } from '../server/src/http/site-files.ts'
import { escaped } from '../server/src/infra/html.ts'

export type Hosting = { api: string; publicUrl: string; brand: string }

export function hostingFrom(env: Record<string, string | undefined>): Hosting | null {
  const [API_URL, PUBLIC_URL] = [env['API_URL'] || undefined, env['PUBLIC_URL'] || undefined]
  const problems = addressProblems({ API_URL, PUBLIC_URL })
  if (problems.length > 0) throw new ConfigError(problems)
  if (!API_URL || !PUBLIC_URL) return null
  return {
    api: new URL(API_URL).origin,
    publicUrl: PUBLIC_URL.replace(/\/+$/, ''),
    brand: env['BRAND_NAME'] || 'Kindred',
  }
}

/** Adds the policy, and fills in the placeholders that otherwise our server fills in. */
export function hostedPage(html: string, { api, publicUrl, brand }: Hosting, policy: string): string {
  const inHead = [
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />`,
    '<meta name="referrer" content="no-referrer" />',
    `<meta name="api" content="${escaped(api)}" />`,
  ]
  const look = '<script src="/look.js"></script>'
  const template = html
    .replace(/\s*<meta name="settings"[^>]*>/, '')
    // The policy comes first in the head, because it applies only to what follows.
    .replace(/<meta charset="[^"]*"[^>]*>/, (charset) => [charset, ...inHead].join('\n    '))
    // After the icon, whose address it may change.
    .replace('</head>', () => `  ${look}\n  </head>`)
  // One file serves all readers, so it is in English, and the app changes the language.
  const pageOf = (name: string) => filledPage(template, { path: '/', language: 'en', publicUrl, brand: name })
  const [unfilled] = /%[A-Z_]+%/.exec(pageOf('')) ?? []
  if (unfilled) throw new Error(`Nothing fills in ${unfilled} where the web is hosted elsewhere.`)
  return pageOf(brand)
}

const left = new Set(['.stamp', 'index.html', 'first', 'first.js'])

/** Writes files for any host that responds to unknown paths with its index.html. */
export function writeHosted(from: string, to: string, hosting: Hosting): void {
  const html = readFileSync(join(from, 'index.html'), 'utf8')
  const policies = policiesInHead(hosting.api)
  const files = {
    'index.html': hostedPage(html, hosting, policies.page),
    // Stripe is a server setting, so the payment page is always prepared for it.
    'premium/checkout/index.html': hostedPage(html, hosting, policies.checkout),
    'manifest.webmanifest': manifestOf(hosting.brand, 'en'),
    'robots.txt': robotsOf(hosting.publicUrl),
  }
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: (file) => !left.has(basename(file)) })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(to, dirname(name)), { recursive: true })
    writeFileSync(join(to, name), content)
  }
}
