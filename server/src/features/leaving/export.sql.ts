import type { Db } from '../../infra/db/db.ts'

export const findNotificationSettings = (db: Db, accountId: string) =>
  db.selectFrom('identity_people').select('notify').where('id', '=', accountId).executeTakeFirst()
