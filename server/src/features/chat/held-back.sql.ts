import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { markDue } from '../profiles/index.ts'

/** Queues the sender's photo for comparison, and returns true if it looks like a removed one. */
export async function isHeldBack(db: Db, senderId: string, publicId: string): Promise<boolean> {
  await markDue(db, [{ account_id: senderId, public_id: publicId }])
  const { rows } = await sql<{ held: boolean }>`select moderation_holds_back(${publicId}, ${senderId}) as held`.execute(
    db,
  )
  return rows[0]?.held ?? false
}
