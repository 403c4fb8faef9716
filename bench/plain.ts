import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The plainest server, in a process of its own, as ours is. It answers for the one whose access token this is. */
export async function plainServer(databaseUrl: string, accountId: string, token: string) {
  const child = fork('bench/plain-server.ts', [], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ACCOUNT: accountId, SESSION: sessionIn(token) },
  })
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() }
}

const sessionIn = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid
