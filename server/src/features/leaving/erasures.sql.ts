import type { Tx } from '../../infra/db/db.ts'

/** Whether a legal hold keeps an account's data. Read after the account is locked, so that an earlier hold is seen. */
export const isHeld = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('moderation_legal_holds')
    .select('account_id')
    .where('account_id', '=', id)
    .executeTakeFirst()) !== undefined

/** The accounts among these that aren't erased. */
export const listNotErased = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('identity_people')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('state', '<>', 'erased')
    .execute()
