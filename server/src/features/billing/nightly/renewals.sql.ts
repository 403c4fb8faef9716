import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { selectOne, type SubscriptionKey, type SubscriptionRow } from '../subscriptions.sql.ts'

const isUnannounced = sql<boolean>`renewal_told_for is distinct from current_period_end
  and not cancel_at_period_end and status in ('active', 'trialing')`

export const listUnannounced = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where(isUnannounced)
    .where('current_period_end', '>', from)
    .where('current_period_end', '<=', until)
    .execute()

export const lockUnannounced = (tx: Tx, key: SubscriptionKey): Promise<SubscriptionRow | undefined> =>
  selectOne(tx, key).where(isUnannounced).forUpdate().executeTakeFirst()
