import { sql } from 'kysely'
import { setUpJobs } from '../set-up-jobs.ts'
import type { Logger } from '../log.ts'
import { LONG_WAITS, openDb, openPool, type Db } from './db.ts'
import { exclusively } from './exclusively.ts'
import { poolerInTheWay } from './explain.ts'
import { assertUsable, migrate, missingSteps, refuseEarlierVersions } from './migrate.ts'
import { grantToApp, mayRewriteAudit, ONE_ROLE, ownsTables } from './roles.ts'

/**
 * `app` is the server's URL. `owner` is the URL of the role that creates the tables, if it is another one, and `pooled`
 * that of a pooler for requests, if there is one.
 */
export type DatabaseUrls = { app: string; owner?: string; pooled?: string }

/** Fails unless the tables are already at this version, because this role can't create them. */
async function assertMigrated(db: Db): Promise<void> {
  await refuseEarlierVersions(db)
  const missing = await missingSteps(db)
  if (missing.length > 0)
    throw new Error(
      `The tables don’t match this version (${missing.join(', ')}), and the role in DATABASE_URL can’t change ` +
        'them. Run this as their owner: DATABASE_URL=… npm run admin -- create-roles',
    )
  await assertUsable(db)
}

/** The lock is needed because concurrent setups of the queue fail. */
const LOCK = 4_117_326_002

/** The owner creates the tables and queues and lets the server's role use them. Other roles only check them. */
export async function bringUpToDate(db: Db): Promise<void> {
  if (!(await ownsTables(db))) return assertMigrated(db)
  await migrate(db)
  await exclusively(db, LOCK, setUpJobs)
  await grantToApp(db)
}

/** An undeclared pooler ignores our settings and mixes up prepared statements. */
async function assertSettingsApply(db: Db): Promise<void> {
  const { rows } = await sql<{ wait: string }>`select current_setting('lock_timeout') as wait`.execute(db)
  if (rows[0]?.wait !== '30s') throw poolerInTheWay()
}

export async function prepareDatabase({ app, owner }: DatabaseUrls, log: Logger): Promise<void> {
  const db = openDb(openPool(owner ?? app, 2, LONG_WAITS))
  try {
    await assertSettingsApply(db)
    await bringUpToDate(db)
    if (!owner && (await mayRewriteAudit(db))) log.warn(ONE_ROLE)
  } finally {
    await db.destroy()
  }
}
