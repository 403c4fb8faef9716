import type { Db, Tx } from '../../infra/db/db.ts'

/** Call this after locking the account, so that it sees an earlier hold. */
export const hasLegalHold = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('moderation_legal_holds')
    .select('account_id')
    .where('account_id', '=', id)
    .executeTakeFirst()) !== undefined

export const listNotErased = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('identity_people')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('state', '<>', 'erased')
    .execute()

export const findOwnSettings = (db: Db, accountId: string) =>
  db
    .selectFrom('identity_people')
    .select(['notify', 'handful_hour', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirst()
