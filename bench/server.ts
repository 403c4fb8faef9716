import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Db } from '../server/src/infra/db/db.ts'
import { openDatabase, type Population } from './database.ts'
import { newcomer } from './people.ts'
import { present } from './present.ts'
import { SECRET } from './sessions.ts'
import { started } from './started.ts'

/** `plain` is the address of the plain server, `pid` the process of the product's, and `postmaster` PostgreSQL's. */
export type Bench = {
  base: string
  databaseUrl: string
  db: Db
  people: number
  pid: number
  postmaster: number
  plain: string
}

/** What a client needs to send requests as its members. */
export type Reaching = Pick<Bench, 'base' | 'db' | 'people'>

const PORT = Number(process.env['BENCH_PORT'] ?? 4870)

/** Runs the product as in production, in its own process, over a database with the requested number of members. */
export async function openBench(population: Population): Promise<Bench> {
  const { url, db, dataDir, postmaster } = await openDatabase(population)
  const server = started(
    spawn(process.execPath, ['server/src/main.ts'], {
      env: {
        ...process.env,
        PORT: String(PORT),
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        DEMO: '0',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        TOKEN_SECRET: SECRET,
      },
      // The channel tells the server when the bench has ended.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const base = `http://127.0.0.1:${PORT}`
  await ready(base)
  const { id, sessionId } = await newcomer({ base })
  const env = { ...process.env, DATABASE_URL: url, ACCOUNT: id, SESSION: sessionId }
  const [port]: unknown[] = await once(started(fork('bench/plain-server.ts', { env })), 'message')
  const plain = `http://127.0.0.1:${String(port)}/`
  const { people } = population
  return { base, databaseUrl: url, db, people, pid: present(server.pid), postmaster, plain }
}

async function ready(base: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server did not become ready.')
}
