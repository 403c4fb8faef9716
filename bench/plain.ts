import { fork } from 'node:child_process'
import { portFrom } from './port.ts'
import { present } from './present.ts'
import type { Session } from './sessions.ts'
import { started, stop } from './started.ts'

export type Plain = { url: string; pid: number }

export async function withPlainServer<T>(
  databaseUrl: string,
  { id, sessionId }: Session,
  work: (plain: Plain) => Promise<T>,
): Promise<T> {
  const child = started(
    fork('bench/plain-server.ts', [], {
      env: { ...process.env, DATABASE_URL: databaseUrl, ACCOUNT: id, SESSION: sessionId },
    }),
  )
  try {
    const port = await portFrom(child)
    return await work({ url: `http://127.0.0.1:${port}/`, pid: present(child.pid) })
  } finally {
    await stop(child)
  }
}
