import type { Db } from '../../../infra/db/db.ts'
import type { JsonObject } from '../../../infra/db/schema.ts'

export const latestDetails = async (db: Db, action: string): Promise<JsonObject | undefined> =>
  (
    await db
      .selectFrom('audit_log')
      .innerJoin('audit_contents', 'audit_contents.audit_id', 'audit_log.id')
      .select('details')
      .where('action', '=', action)
      .orderBy('at', 'desc')
      .orderBy('audit_log.id', 'desc')
      .limit(1)
      .$castTo<{ details: JsonObject }>()
      .executeTakeFirst()
  )?.details
