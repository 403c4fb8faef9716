import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { errorCode } from '../error-fields.ts'
import type { Db } from './db.ts'
import { isUnavailable } from './unavailable.ts'

export type Migration = { name: string; text: string }

/** The first line of a migration that builds or drops indexes while the table is in use. */
const OUTSIDE = /^-- outside a transaction\b/
/** The oldest version that works with a migration is the one that added this migration. */
const NEEDS = /^-- needs (\w+)/m
const ownLine = /;\s*$/m
const builtIndex = /^create (?:unique )?index concurrently if not exists (\w+)/

/**
 * While a migration waits for a table, all later statements on that table wait behind it. So the migration gives up
 * after two seconds, lets them pass, and tries again.
 */
const LOCK_WITHIN = '2s'
const GIVE_UP_AFTER = 10 * 60_000
const PAUSE = 1000

export const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes(errorCode(error) ?? '')

/** Names the migration, because PostgreSQL's message refers to a statement that the operator has never seen. */
function failed({ name, text }: Migration, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const state = OUTSIDE.test(text) ? 'It goes on where it stopped' : 'The tables are as they were before it'
  return new Error(
    `The migration ${name}.sql failed: ${reason}\n` +
      `${state}, and servers of the previous version can go on. ` +
      'If the reason says what to fix, fix it and start again. ' +
      'Otherwise stay with the previous version, and report this with your version of PostgreSQL.',
    { cause },
  )
}

export async function whileLocked(name: string, work: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + GIVE_UP_AFTER; ;)
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error)) throw error
      if (Date.now() > end)
        throw new Error(`${name} wait for a table that a long transaction uses. See pg_stat_activity.`, {
          cause: error,
        })
      await pause(PAUSE)
    }
}

/** Applies and records one migration, or does neither. Needs an exclusive connection. */
export async function applyMigration(db: Db, migration: Migration): Promise<void> {
  const apply = OUTSIDE.test(migration.text) ? outsideTransaction : inTransaction
  await whileLocked(`The changes of ${migration.name}`, () => apply(db, migration)).catch((error: unknown) => {
    throw isUnavailable(error) || isLocked(error) ? error : failed(migration, error)
  })
}

const inTransaction = (db: Db, migration: Migration): Promise<void> =>
  withLockTimeout(db, async (tx) => {
    await sql.raw(migration.text).execute(tx)
    await note(tx, migration)
  })

export const withLockTimeout = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN)}`.execute(tx)
    await work(tx)
  })

/**
 * Runs each statement on its own. Statements must be repeatable, because the server may be stopped between them. They
 * may take as long as they need, because no other statement waits behind a concurrent index build.
 */
async function outsideTransaction(db: Db, migration: Migration): Promise<void> {
  await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(db)
  try {
    for (const statement of statementsOf(migration.text)) {
      await dropUnfinished(db, builtIndex.exec(statement)?.[1])
      await sql.raw(statement).execute(db)
    }
    await note(db, migration)
  } finally {
    await sql`reset lock_timeout; reset statement_timeout`.execute(db)
  }
}

const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(ownLine)
    .map((statement) => statement.trim())
    .filter(Boolean)

/** Drops an index that an interrupted build has left invalid. */
async function dropUnfinished(db: Db, index: string | undefined): Promise<void> {
  if (index === undefined) return
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(index)}`.execute(db)
}

async function note(db: Db, { name, text }: Migration): Promise<void> {
  await sql`insert into migrations (name, needs) values (${name}, ${NEEDS.exec(text)?.[1] ?? null})`.execute(db)
}
