import type { NotificationSettings } from '@kindred/contract'
import { sql } from 'kysely'
import type { Account } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { type StoredSettings, toSettings } from './rules.ts'

/** Only `saveSettings` writes the column, so its JSON always has the shape of the settings. */
const storedIn = ({ notify }: Pick<Account, 'notify'>) => notify as StoredSettings

export const settingsOf = (account: Pick<Account, 'notify'>): NotificationSettings => toSettings(storedIn(account))

export async function lockSettings(tx: Tx, accountId: string): Promise<NotificationSettings | undefined> {
  await sql`select identity_lock(${accountId})`.execute(tx)
  const account = await tx
    .selectFrom('identity_people')
    .select(['id', 'notify'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account && settingsOf(account)
}

export const saveSettings = (tx: Tx, accountId: string, notify: NotificationSettings) =>
  sql`select from identity_change(${accountId}, ${JSON.stringify({ notify })}::jsonb, false)`.execute(tx)
