import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { messagePlaces } from '../../chat/index.ts'

type SeenMessage = {
  text: string | null
  sender_id: string
  created_at: Date
  deleted_at: Date | null
  public_id: string | null
}

/** The message must be from someone else, in one of the reporter's matches. */
export async function findMessageSeenBy(
  tx: Tx,
  reporter: string,
  { messageId, writer }: { messageId: string; writer: string | null },
): Promise<SeenMessage | undefined> {
  const [place] = await messagePlaces(tx, [messageId], reporter, writer)
  if (!place) return undefined
  const { rows } = await sql<SeenMessage>`
    select text, sender_id, created_at, deleted_at, public_id from chat_messages
    where match_id = ${place.match_id} and id = ${place.id} and sender_id <> ${reporter}`.execute(tx)
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
