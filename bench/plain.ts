import { fork } from 'node:child_process'
import { portFrom } from './port.ts'
import type { Session } from './sessions.ts'
import { started, stop } from './started.ts'

/** The plainest server, in a process of its own, as ours is. It answers for this session. */
export async function plainServer(databaseUrl: string, { id, sessionId }: Session) {
  const child = started(
    fork('bench/plain-server.ts', [], {
      env: { ...process.env, DATABASE_URL: databaseUrl, ACCOUNT: id, SESSION: sessionId },
    }),
  )
  const port = await portFrom(child)
  return { url: `http://127.0.0.1:${port}/`, close: () => stop(child) }
}
