import type { Db, Tx } from '../../../infra/db/db.ts'

/** Until a member has agreed to the terms, they may change without notice. */
export const haveMembersAgreed = async (db: Db | Tx): Promise<boolean> =>
  (await db
    .selectFrom('profiles_consents')
    .innerJoin('identity_people', 'identity_people.id', 'profiles_consents.account_id')
    .select('profiles_consents.account_id')
    .where('profiles_consents.kind', '=', 'terms')
    .where('identity_people.is_admin', '=', false)
    .where('identity_people.staff_role', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
