import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

type SeenMessage = {
  text: string | null
  sender_id: string
  created_at: Date
  deleted_at: Date | null
  public_id: string | null
}

/** A message that someone else wrote in one of the reporter's matches. */
export async function findMessageSeenBy(tx: Tx, reporter: string, messageId: string): Promise<SeenMessage | undefined> {
  const { rows } = await sql<SeenMessage>`
    with found as materialized (
      select match_id, text, sender_id, created_at, deleted_at, public_id from chat_messages where id = ${messageId})
    select g.text, g.sender_id, g.created_at, g.deleted_at, g.public_id
    from found g join matching_matches m on m.id = g.match_id
    where ${reporter} in (m.a_id, m.b_id) and g.sender_id <> ${reporter}`.execute(tx)
  return rows[0]
}

export const findPictureOwner = (tx: Tx, publicId: string) =>
  tx.selectFrom('profiles_pictures').select('account_id').where('public_id', '=', publicId).executeTakeFirst()

export const personExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('identity_people')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined
