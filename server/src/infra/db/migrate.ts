import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { first } from '../first.ts'
import { applyMigration, type Migration } from './apply-migration.ts'
import type { Db } from './db.ts'
import { exclusively } from './exclusively.ts'

const folder = join(import.meta.dirname, 'migrations')
const LOCK = 4_117_326_003

/** The names of this version's migrations, in order. */
export const steps = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .sort()

const read = (name: string): Migration => ({ name, text: readFileSync(join(folder, `${name}.sql`), 'utf8') })

/** Migrates the database to this version, or to an earlier one. Servers that start together wait for each other. */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  await refuseOldServer(db)
  await exclusively(db, LOCK, async (connection) => {
    await createNotes(connection)
    await assertUsable(connection)
    const applied = new Set(await appliedSteps(connection))
    // Two branches that each add a migration land in any order.
    for (const name of steps())
      if (!applied.has(name) && (upTo === undefined || name <= upTo)) await applyMigration(connection, read(name))
  })
}

/** The record of what was applied. The previous version looks for both tables. */
async function createNotes(db: Db): Promise<void> {
  if (await hasNeeds(db)) return
  await sql`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock
      (id varchar(255) primary key, is_locked integer default 0 not null);
    alter table kysely_migration add column if not exists needs text`.execute(db)
}

async function hasNeeds(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_attribute
    where attrelid = to_regclass('kysely_migration') and attname = 'needs'`.execute(db)
  return rows.length > 0
}

export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  return first(rows).there
}

export async function appliedSteps(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** This version's migrations that the database doesn't have. */
export async function missingSteps(db: Db): Promise<string[]> {
  const done = new Set((await isMigrated(db)) ? await appliedSteps(db) : [])
  return steps().filter((name) => !done.has(name))
}

const INDEX = /^(?:(create)(?: unique)?|drop) index (?:concurrently )?(?:if (?:not )?exists )?(\w+)/gm
const BECOMES_KEY = /\b(?:primary key|unique) using index (\w+)/g

/**
 * The indexes that this version's migrations leave. One that goes with its table or column is dropped by name. Those of
 * the copy of a table that is split get the names of the table's, and one that becomes a key gets the key's name.
 */
export function expectedIndexes(): string[] {
  const names = new Set<string>()
  for (const step of steps()) {
    for (const [, isNew, name = ''] of read(step).text.matchAll(INDEX)) {
      if (isNew) names.add(name.replace(/_split$/, ''))
      else names.delete(name)
    }
    for (const [, name = ''] of read(step).text.matchAll(BECOMES_KEY)) names.delete(name)
  }
  return [...names].sort()
}

const OLDEST_SERVER = 15

/** The database server's version, or an error if it is too old. */
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
 * A newer version may have migrated the database: this version works with it during a deployment, and after one that
 * was rolled back. It doesn't if a migration has removed what this version needs.
 */
export async function assertUsable(db: Db): Promise<void> {
  if (!(await hasNeeds(db))) return
  const { rows } = await sql<{ name: string; needs: string }>`
    select name, needs from kysely_migration where needs is not null order by name`.execute(db)
  const ours = new Set(steps())
  const foreign = rows.filter(({ needs }) => !ours.has(needs)).map(({ name }) => name)
  if (foreign.length > 0)
    throw new Error(
      `This data was changed by a newer version that this one can’t work with (${foreign.join(', ')}). ` +
        'Use a newer version, or restore a backup from before it.',
    )
}
