import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type AppealMessageRow = {
  id: string
  appeal_id: string
  by_staff: boolean
  author: string | null
  message: string
  at: Date
}

export async function findAppealMessages(db: Db | Tx, appealIds: readonly string[]): Promise<AppealMessageRow[]> {
  const { rows } = await sql<AppealMessageRow>`
    select m.id, m.appeal_id, m.by_staff, p.full_name as author, m.message, m.at
    from appeal_messages m left join identity_people p on p.id = m.author_id
    where m.appeal_id = any(${appealIds}::uuid[]) order by m.id`.execute(db)
  return rows
}

type NewMessage = { appeal_id: string; author_id: string; by_staff: boolean; message: string; at: Date }

/** The new version is noticed by staff who decide on an older one. */
export async function insertAppealMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('appeal_messages').values(message).execute()
  await tx
    .updateTable('appeals')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', message.appeal_id)
    .execute()
}
