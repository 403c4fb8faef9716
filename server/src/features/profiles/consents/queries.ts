import type { Db, Tx } from '../../../infra/db/db.ts'

export const currentConsent = (tx: Tx, accountId: string, kind: string) =>
  tx
    .selectFrom('consents')
    .select('version')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

export const withdrawConsent = (tx: Tx, accountId: string, kind: string, now: Date) =>
  tx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .execute()

export const consentsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
