import { existsSync } from 'node:fs'
import pg from 'pg'
import type { Config } from './config.ts'
import { declarations } from './personal-data.ts'
import { listErasures, readLedger, replayErasures } from './features/leaving/index.ts'
import { LONG_WAITS, openDb, openPool, type Db } from './infra/db/db.ts'
import { bringUpToDate } from './infra/db/prepare.ts'
import { openDatabaseServer } from './infra/embedded/postgres.ts'
import { openJobs, type Jobs } from './infra/jobs.ts'
import { openLog } from './infra/log.ts'
import { plural } from './infra/words.ts'

// Runs after each restore, and ends everything again that ended since the backup.

/** Marks people for erasure, so that the next server erases them if we stop before that. */
export const markErased = (client: pg.Client, erased: readonly string[]) =>
  client.query(
    `update accounts set state = 'deleting', deletion_due_at = now() where id = any($1::uuid[]) and state <> 'erased'`,
    [erased],
  )

/** Ends all sessions and links, because some ended after the backup and we can't tell which. */
export async function endSessionsAndLinks(client: pg.Client): Promise<void> {
  await client.query(`update sessions set ended_at = now(), ended_because = 'restored' where ended_at is null`)
  await client.query('update secrets set used_at = now() where used_at is null')
}

export async function updateTables(db: Db): Promise<void> {
  await bringUpToDate(db).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`All rows are restored as the older version had them, but updating them failed: ${why}`)
  })
}

export const eraseAgain = (db: Db, jobs: Jobs, entries: Parameters<typeof replayErasures>[1]): Promise<number> =>
  replayErasures({ db, jobs, declarations, log: openLog('error'), clock: { now: () => new Date() } }, entries)

/** Jobs that were running at the time of the backup run again, and waiting ones are kept long enough to run. */
const WAKE_JOBS = `update pgboss.job set
  state = case state when 'active' then 'retry' else state end,
  keep_until = greatest(keep_until, now() + interval '14 days')
  where state in ('created', 'retry', 'active')`

export async function finishElsewhere(config: Config, ledger: string): Promise<void> {
  const { url, stop } = await openDatabaseServer(config, console.error)
  const db = openDb(openPool(url, 2, LONG_WAITS))
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await updateTables(db)
    const entries = [...readLedger(ledger), ...(await listErasures(db))]
    await client.query('begin')
    await markErased(
      client,
      entries.map(({ accountId }) => accountId),
    )
    await endSessionsAndLinks(client)
    await client.query(WAKE_JOBS)
    await client.query('commit')
    const jobs = await openJobs(url, openLog('error'))
    try {
      const erased = await eraseAgain(db, jobs, entries)
      console.log('The restore is finished. Everyone has to sign in again.')
      sayErased(erased, ledger, 'npm run restore -- --made-elsewhere LEDGER')
    } finally {
      await jobs.stop()
    }
  } finally {
    await client.end()
    await db.destroy()
    await stop()
  }
}

export function sayErased(erased: number, ledger: string, again: string): void {
  if (erased > 0)
    console.log(
      `${plural(erased, { one: '# account was', other: '# accounts were' })} erased after the backup, and again now.`,
    )
  if (!existsSync(ledger))
    console.log(
      `${ledger} is missing, so accounts erased after the backup are back. Copy the file from the old ` +
        `machine and restore into an empty database again, or name the file: ${again}`,
    )
}
