import { sql } from 'kysely'
import { setUpJobs } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { LONG_WAITS, openDb, openPool, type Db } from './db.ts'
import { isMigrated, migrate, steps } from './migrate.ts'
import { grantToApp, mayRewriteAudit, ONE_ROLE, ownsTables } from './roles.ts'

/** With which address the server works, and with which one the tables are made; one address alone may be either. */
export type DatabaseUrls = { app: string; owner?: string }

/** A role that cannot make tables needs them as this version wants them. */
async function assertMigrated(db: Db): Promise<void> {
  const made = (await isMigrated(db))
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] }
  const done = new Set(made.rows.map(({ name }) => name))
  const missing = steps().filter((name) => !done.has(name))
  if (missing.length > 0)
    throw new Error(
      `The tables are not those of this version (${missing.join(', ')}), and the role of DATABASE_URL may not change them. Run this as their owner: DATABASE_URL=… npm run admin -- create-roles`,
    )
}

const LOCK = 4_117_326_002

/** One server at a time: the queue's own setup does not bear with another one. The lock has a connection to itself. */
const alone = (db: Db, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })

/** As the owner: makes the tables, the queues, and lets the server's own role use them. Any other role finds them made. */
export async function bringUpToDate(db: Db): Promise<void> {
  if (!(await ownsTables(db))) return assertMigrated(db)
  await migrate(db)
  await alone(db, () => setUpJobs(db))
  await grantToApp(db)
}

/** Brings the database to where the server can work with it. */
export async function prepareDatabase({ app, owner }: DatabaseUrls, log: Logger): Promise<void> {
  const db = openDb(openPool(owner ?? app, 2, LONG_WAITS))
  try {
    await bringUpToDate(db)
    if (!owner && (await mayRewriteAudit(db))) log.warn(ONE_ROLE)
  } finally {
    await db.destroy()
  }
}
