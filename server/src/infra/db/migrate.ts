import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { first } from '../first.ts'
import { applyMigration, withLockTimeout, whileLocked, type Migration } from './apply-migration.ts'
import type { Db } from './db.ts'
import { exclusively } from './exclusively.ts'
import { applyRepeatables, changedRepeatables, repeatables, type Repeatable } from './repeatable.ts'

const folder = join(import.meta.dirname, 'migrations')
const LOCK = 4_117_326_003

export const steps = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .sort()

const read = (name: string): Migration => ({ name, text: readFileSync(join(folder, `${name}.sql`), 'utf8') })

export type Version = { migrations: Migration[]; repeatables: Repeatable[] }
export const thisVersion = (): Version => ({ migrations: steps().map(read), repeatables: repeatables() })

export async function migrate(db: Db, { migrations, repeatables: own }: Version = thisVersion()): Promise<void> {
  await refuseOldServer(db)
  await exclusively(db, LOCK, async (connection) => {
    await createNotes(connection)
    await assertUsable(connection)
    const applied = await appliedSteps(connection)
    // Two branches that each add a migration may be merged in any order.
    for (const migration of migrations)
      if (!applied.includes(migration.name)) await applyMigration(connection, migration)
    // A newer version has its own functions, which its servers may already use.
    const names = migrations.map(({ name }) => name)
    if (applied.every((name) => names.includes(name))) await applyChanged(connection, own)
  })
}

const applyChanged = (db: Db, own: readonly Repeatable[]): Promise<void> =>
  whileLocked('The functions and triggers of this version', async () => {
    const changed = await changedRepeatables(db, own)
    if (changed.length > 0) await withLockTimeout(db, (tx) => applyRepeatables(tx, changed))
  })

async function createNotes(db: Db): Promise<void> {
  if (await isMigrated(db)) return
  await refuseEarlierVersions(db)
  await sql`
    create table migrations (name text primary key, applied_at timestamptz not null default now(), needs text);
    create table repeatable_sql (name text primary key, digest text not null)`.execute(db)
}

/** Versions 0.x recorded their migrations in another table. */
export async function refuseEarlierVersions(db: Db): Promise<void> {
  if (await hasTable(db, 'kysely_migration'))
    throw new Error('This database is of Kindred 0.x, which this version can’t read. Use an empty one.')
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(db)
  return first(rows).there
}

export const isMigrated = (db: Db): Promise<boolean> => hasTable(db, 'migrations')

async function appliedSteps(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** This version's migrations that the database lacks, and the files of functions that differ from its own. */
export async function missingSteps(db: Db): Promise<string[]> {
  if (!(await isMigrated(db))) return steps()
  const done = await appliedSteps(db)
  const isNewer = !done.every((name) => steps().includes(name))
  const changed = isNewer ? [] : (await changedRepeatables(db, repeatables())).map(({ name }) => name)
  return [...steps().filter((name) => !done.includes(name)), ...changed]
}

const INDEX = /^(?:(create)(?: unique)?|drop) index (?:concurrently )?(?:if (?:not )?exists )?(\w+)/gm

/**
 * The indexes that remain after this version's migrations. A migration that removes an index with its table or column
 * also has to drop it by name.
 */
export function expectedIndexes(): string[] {
  const names = new Set<string>()
  for (const step of steps()) {
    for (const [, isNew, name = ''] of read(step).text.matchAll(INDEX)) {
      if (isNew) names.add(name)
      else names.delete(name)
    }
  }
  return [...names].sort()
}

const OLDEST_SERVER = 15

export async function refuseOldServer(db: Db): Promise<{ major: number; minor: number }> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    db,
  )
  const { version } = first(rows)
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000]
  if (major >= OLDEST_SERVER) return { major, minor }
  throw new Error(`The database is PostgreSQL ${major}, but version ${OLDEST_SERVER} or newer is required.`)
}

/**
 * Allows a database that a newer version has migrated, as during a deployment and after a rollback. Fails if a
 * migration has removed something that this version needs.
 */
export async function assertUsable(db: Db): Promise<void> {
  if (!(await isMigrated(db))) return
  const { rows } = await sql<{ name: string; needs: string }>`
    select name, needs from migrations where needs is not null order by name`.execute(db)
  const ours = new Set(steps())
  const foreign = rows.filter(({ needs }) => !ours.has(needs)).map(({ name }) => name)
  if (foreign.length > 0)
    throw new Error(
      `This data was changed by a newer version that this one can’t work with (${foreign.join(', ')}). ` +
        'Use a newer version, or restore a backup from before it.',
    )
}
