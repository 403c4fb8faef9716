import type { Db, Tx } from '../../../infra/db/db.ts'

export const currentConsent = (tx: Tx, accountId: string, kind: string) =>
  tx
    .selectFrom('consents')
    .select('version')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Does nothing if another request has recorded the same consent in the meantime. */
export const insertConsent = (tx: Tx, accountId: string, kind: string, version: string, now: Date) =>
  tx
    .insertInto('consents')
    .values({ account_id: accountId, kind, version, given_at: now })
    .onConflict((row) => row.columns(['account_id', 'kind']).where('withdrawn_at', 'is', null).doNothing())
    .execute()

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
