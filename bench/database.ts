import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { LONG_WAITS, openDb, openPool, type Db } from '../server/src/infra/db/db.ts'
import { bringUpToDate } from '../server/src/infra/db/prepare.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'
import { isRunning, parentOf } from './cpu.ts'
import { populate } from './population.ts'
import { present } from './present.ts'
import { atEnd } from './started.ts'

export type Population = { people: number; choices: number; keep: string | undefined }
export type Database = { url: string; db: Db; dataDir: string; postmaster: number }

/** The extension that counts the pages that each statement reads. */
const flags = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=5000']

/** Starts PostgreSQL with the requested number of members, in the tables of this version. */
export async function openDatabase({ people, choices, keep }: Population): Promise<Database> {
  const name = `kindred-bench-${people}-${choices}`
  const dataDir = keep === undefined ? mkdtempSync(join(tmpdir(), 'kindred-bench-')) : join(resolve(keep), name)
  // The file marks a complete population. After an interruption, the population is built again.
  const complete = join(dataDir, 'population.json')
  const isComplete = existsSync(complete)
  if (!isComplete) rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  // If the database's user can traverse the folder, the database is created inside it and deleted with it.
  chmodSync(dataDir, 0o711)
  const { url } = await openEmbedded({ dataDir, flags })
  const db = openDb(openPool(url, 4, LONG_WAITS))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = parentOf(present(rows[0]).pid)
  atEnd(async () => {
    process.kill(postmaster, 'SIGINT')
    while (isRunning(postmaster)) await pause(50)
    if (!existsSync(complete)) rmSync(dataDir, { recursive: true, force: true })
  })
  await bringUpToDate(db)
  await sql`create schema if not exists bench`.execute(db)
  await sql`create extension if not exists pg_stat_statements schema bench`.execute(db)
  if (isComplete) console.log(`Using the population in ${dataDir}`)
  else {
    console.log(`Making ${people.toLocaleString('en')} members with ${choices} choices each …`)
    await populate(url, people, choices)
    if (keep !== undefined) writeFileSync(complete, JSON.stringify({ people, choices, at: new Date() }))
  }
  return { url, db, dataDir, postmaster }
}
