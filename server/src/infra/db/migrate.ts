import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { first } from '../first.ts'
import type { Db } from './db.ts'

const folder = join(import.meta.dirname, 'migrations')

const files = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** The names of this version's migrations, in order. */
export const steps = (): string[] => files().map((name) => name.replace('.sql', ''))

/** Migrates the database to this version, or to an earlier one. Servers that start together wait for each other. */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  await refuseOldServer(db)
  const migrator = new Migrator({
    db,
    // Two branches that each add a migration land in any order.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(
            files().map((name) => [
              name.replace('.sql', ''),
              { up: async (tx) => void (await sql.raw(readFileSync(join(folder, name), 'utf8')).execute(tx)) },
            ]),
          ),
        ),
    },
  })
  await refuseNewerData(db)
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest()
  if (error) throw error
}

export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  return first(rows).there
}

/** This version's migrations that the database doesn't have. */
export async function missingSteps(db: Db): Promise<string[]> {
  const made = (await isMigrated(db))
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] }
  const done = new Set(made.rows.map(({ name }) => name))
  return steps().filter((name) => !done.has(name))
}

/** The indexes that this version's migrations leave. One that goes with its table or column is dropped by name. */
export function expectedIndexes(): string[] {
  const names = new Set<string>()
  for (const file of files()) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, isNew, name = ''] of text.matchAll(/^(?:(create)(?: unique)?|drop) index (?:if exists )?(\w+)/gm)) {
      if (isNew) names.add(name)
      else names.delete(name)
    }
  }
  return [...names].sort()
}

const OLDEST_SERVER = 15

/** The database server's major version, or an error if it is too old. */
export async function refuseOldServer(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    db,
  )
  const major = Math.floor(first(rows).version / 10_000)
  if (major >= OLDEST_SERVER) return major
  throw new Error(`The database is PostgreSQL ${major}, but version ${OLDEST_SERVER} or newer is required.`)
}

async function refuseNewerData(db: Db) {
  if (!(await isMigrated(db))) return
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const ours = new Set(steps())
  const foreign = done.rows.filter(({ name }) => !ours.has(name)).map(({ name }) => name)
  if (foreign.length > 0)
    throw new Error(
      `This data was created by a newer version (it has ${foreign.join(', ')}). ` +
        'Use that version, or restore a backup from before it.',
    )
}
