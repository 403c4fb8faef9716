import { existsSync } from 'node:fs'
import type pg from 'pg'
import { declarations } from './personal-data.ts'
import { replayErasures } from './features/leaving/index.ts'
import type { Db } from './infra/db/db.ts'
import { bringUpToDate } from './infra/db/prepare.ts'
import type { Jobs } from './infra/jobs.ts'
import { openLog } from './infra/log.ts'
import { plural } from './infra/words.ts'

// What follows each restore: what ended since then ends again.

/** If we stop before these people are erased again, the next server erases them. */
export const markErased = (client: pg.Client, erased: readonly string[]) =>
  client.query(
    `update accounts set state = 'deleting', deletion_due_at = now() where id = any($1::uuid[]) and state <> 'erased'`,
    [erased],
  )

/** Some sessions and links ended after the backup, and we can't tell which, so we end them all. */
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

/** Erases the people in the ledger again, and returns how many there were. */
export const eraseAgain = (db: Db, jobs: Jobs, entries: Parameters<typeof replayErasures>[1]): Promise<number> =>
  replayErasures({ db, jobs, declarations, log: openLog('error'), clock: { now: () => new Date() } }, entries)

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
