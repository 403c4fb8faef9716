import { fork } from 'node:child_process'
import { portFrom } from './port.ts'

/** The simplest server, in its own process like the product. It answers for the owner of this access token. */
export async function plainServer(databaseUrl: string, accountId: string, token: string) {
  const child = fork('bench/plain-server.ts', [], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ACCOUNT: accountId, SESSION: sessionIn(token) },
  })
  const port = await portFrom(child)
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() }
}

function sessionIn(token: string): string {
  const [, payload = ''] = token.split('.')
  const { sid }: { sid: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return sid
}
