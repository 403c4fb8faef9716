import { sql } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

/** Whether the spoken answer of a profile waits for a review. */
export const isHeld = sql<boolean>`coalesce(voice_details ? 'heldAt'
  and voice_details ->> 'fileId' = voice ->> 'fileId', false)`

export type WaitingVoiceRow = Pick<Profile, 'voice' | 'voice_details'> & { account_id: string; name: string; at: Date }

export async function waitingVoices(db: Db): Promise<WaitingVoiceRow[]> {
  const { rows } = await sql<WaitingVoiceRow>`
    select p.account_id, a.full_name as name, p.voice, p.voice_details, (voice_details ->> 'heldAt')::timestamptz as at
    from profiles p join identity_people a on a.id = p.account_id
    where voice_details ? 'heldAt' and ${isHeld} order by voice_details ->> 'heldAt' limit 100`.execute(db)
  return rows
}

/** Whose waiting answer has this file. Undefined if another reviewer was faster, or its member replaced it. */
export const ownerOfHeldVoice = async (db: Db | Tx, fileId: string): Promise<string | undefined> =>
  (
    await sql<{ account_id: string }>`select account_id from profiles
      where voice_details ? 'heldAt' and ${isHeld} and voice ->> 'fileId' = ${fileId}`.execute(db)
  ).rows[0]?.account_id

/** Decides a waiting answer, unless someone was faster. */
export async function decideVoice(tx: Tx, accountId: string, fileId: string, to: 'shown' | 'refused') {
  const { rows } = await sql`
    update profiles set voice = voice || jsonb_build_object('review', ${to}::text),
      voice_details = voice_details - 'heldAt'
    where account_id = ${accountId} and ${isHeld} and voice ->> 'fileId' = ${fileId} returning account_id`.execute(tx)
  return rows.length > 0
}
