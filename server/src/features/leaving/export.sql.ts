import type { Db } from '../../infra/db/db.ts'

export const findOwnSettings = (db: Db, accountId: string) =>
  db.selectFrom('identity_people').select(['notify', 'language']).where('id', '=', accountId).executeTakeFirst()
