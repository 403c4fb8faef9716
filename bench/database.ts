import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { LONG_WAITS, openDb, openPool, type Db } from '../server/src/infra/db/db.ts'
import { bringUpToDate } from '../server/src/infra/db/prepare.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'
import { populate } from './population.ts'
import { present } from './present.ts'
import { guard, type Guard } from './started.ts'

export type Population = { people: number; choices: number; plans: boolean; keep: string | undefined }
export type Database = { url: string; db: Db; dataDir: string }

const PLANS = 'plans.log'

/** Loads the extension that counts the pages that each statement reads. */
const countingFlags = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=5000']

/** Makes the database log the plan of each slow statement. */
const planFlags = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=10ms',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'logging_collector=on',
  'log_directory=log',
  `log_filename=${PLANS}`,
]

/** The file that marks a complete population. After an interruption, the population is built again. */
const COMPLETE = 'population.json'

function folderFor({ people, choices, keep }: Population): { folder: string; isComplete: boolean } {
  if (keep === undefined) return { folder: mkdtempSync(join(tmpdir(), 'kindred-bench-')), isComplete: false }
  const folder = join(resolve(keep), `kindred-bench-${people}-${choices}`)
  const isComplete = existsSync(join(folder, COMPLETE))
  if (!isComplete) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return { folder, isComplete }
}

/** Runs `work` on PostgreSQL with the requested number of members, in the tables of this version. */
export async function withDatabase<T>(population: Population, work: (database: Database) => Promise<T>): Promise<T> {
  const { folder, isComplete } = folderFor(population)
  // If the database's user can traverse the folder, the database is created inside it and deleted with it.
  chmodSync(folder, 0o711)
  const guarded = guard(folder)
  if (isComplete) guarded.keep()
  try {
    const { url } = await openEmbedded({
      dataDir: folder,
      flags: [...countingFlags, ...(population.plans ? planFlags : [])],
    })
    const db = openDb(openPool(url, 4, LONG_WAITS))
    try {
      await bringUpToDate(db)
      await sql`create schema if not exists bench`.execute(db)
      await sql`create extension if not exists pg_stat_statements schema bench`.execute(db)
      if (isComplete) console.log(`Using the population in ${folder}`)
      else await fill(url, population, folder, guarded)
      return await work({ url, db, dataDir: folder })
    } finally {
      if (population.plans) await savePlans(db)
      await db.destroy()
    }
  } finally {
    await guarded.release()
  }
}

async function fill(url: string, { people, choices, keep }: Population, folder: string, guarded: Guard): Promise<void> {
  console.log(`Making ${people.toLocaleString('en')} members with ${choices} choices each …`)
  await populate(url, people, choices)
  if (keep === undefined) return
  writeFileSync(join(folder, COMPLETE), JSON.stringify({ people, choices, at: new Date().toISOString() }))
  guarded.keep()
}

async function savePlans(db: Db): Promise<void> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
  mkdirSync('bench/results', { recursive: true })
  copyFileSync(join(present(rows[0]).data_directory, 'log', PLANS), join('bench/results', PLANS))
}
