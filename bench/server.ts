import { present } from './present.ts'
import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { parentOf } from './cpu.ts'
import { newcomer } from './people.ts'
import { withPlainServer, type Plain } from './plain.ts'
import type { Db } from '../server/src/infra/db/db.ts'
import { withDatabase, type Population } from './database.ts'
import { SECRET } from './sessions.ts'
import { started, stop } from './started.ts'

export type Bench = {
  base: string
  databaseUrl: string
  db: Db
  dataDir: string
  people: number
  pid: number
  postmaster: number
  plain: Plain
}

const PORT = 4870

/** Runs the product as in production, in its own process, over a database with the requested number of members. */
export const withServer = <T>(population: Population, work: (bench: Bench) => Promise<T>): Promise<T> =>
  withDatabase(population, ({ url, db, dataDir }) =>
    serving(url, dataDir, PORT, async ({ base, pid }) => {
      const postmaster = await postmasterOf(db)
      const { people } = population
      return withPlainServer(url, await newcomer({ base }), (plain) =>
        work({ base, databaseUrl: url, db, dataDir, people, pid, postmaster, plain }),
      )
    }),
  )

async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return parentOf(present(rows[0]).pid)
}

export async function serving<T>(
  databaseUrl: string,
  dataDir: string,
  port: number,
  work: (server: { base: string; pid: number }) => Promise<T>,
): Promise<T> {
  const server = started(
    spawn(process.execPath, ['server/src/main.ts'], {
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: databaseUrl,
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
  const base = `http://127.0.0.1:${port}`
  try {
    await ready(base)
    return await work({ base, pid: present(server.pid) })
  } finally {
    await stop(server)
  }
}

async function ready(base: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (
      await fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server did not become ready.')
}
