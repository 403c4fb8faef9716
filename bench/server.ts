import { present } from './present.ts'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { LONG_WAITS, openDb, openPool, type Db } from '../server/src/infra/db/db.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'
import { populate } from './population.ts'
import { SECRET } from './sessions.ts'
import { guard, started, stop } from './started.ts'

export type Bench = { base: string; databaseUrl: string; db: Db; people: number; pid: number }

export type Population = { people: number; choices: number; plans: boolean }

const PORT = 4870
const PLANS = 'plans.log'
const SLOW = '10ms'

/** Makes the database log the plans of slow queries. */
const planFlags = [
  'session_preload_libraries=auto_explain',
  `auto_explain.log_min_duration=${SLOW}`,
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'logging_collector=on',
  'log_directory=log',
  `log_filename=${PLANS}`,
]

/** The product in a process of its own, as in production, over a database with the requested number of members. */
export async function withServer<T>(
  { people, choices, plans }: Population,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kindred-bench-'))
  // The database's user needs access if the database lies in this folder, which is deleted with it.
  chmodSync(dataDir, 0o711)
  const guarded = guard(dataDir)
  try {
    const { url } = await openEmbedded({ dataDir, flags: plans ? planFlags : [] })
    const db = openDb(openPool(url, 4, LONG_WAITS))
    try {
      return await serving(url, dataDir, PORT, async ({ base, pid }) => {
        console.log(`Making ${people.toLocaleString('en')} members …`)
        await populate(db, people, choices)
        return work({ base, databaseUrl: url, db, people, pid })
      })
    } finally {
      if (plans) await keepPlans(db)
      await db.destroy()
    }
  } finally {
    await guarded.release()
  }
}

/** The product's server for as long as the work takes. */
async function serving<T>(
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
      // Over the channel, the server notices when the bench is gone.
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
  for (let tries = 0; tries < 200; tries++) {
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

async function keepPlans(db: Db): Promise<void> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
  mkdirSync('bench/results', { recursive: true })
  copyFileSync(join(present(rows[0]).data_directory, 'log', PLANS), join('bench/results', PLANS))
}
