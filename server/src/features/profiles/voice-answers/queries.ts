import { sql } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Decided, Settled, TakingBack } from '../pictures/rules.ts'

export const isVoiceHeld = sql<boolean>`coalesce(voice_details ? 'heldAt'
  and voice_details ->> 'fileId' = voice ->> 'fileId', false)`

export type WaitingVoiceRow = Pick<Profile, 'voice' | 'voice_details'> & { account_id: string; name: string; at: Date }

export async function waitingVoices(db: Db): Promise<WaitingVoiceRow[]> {
  const { rows } = await sql<WaitingVoiceRow>`
    select p.account_id, a.full_name as name, p.voice, p.voice_details, (voice_details ->> 'heldAt')::timestamptz as at
    from profiles p join identity_people a on a.id = p.account_id
    where voice_details ? 'heldAt' and ${isVoiceHeld} and not voice_details ? 'decided'
    order by voice_details ->> 'heldAt' limit 100`.execute(db)
  return rows
}

export const ownerOfHeldVoice = async (db: Db | Tx, fileId: string): Promise<string | undefined> =>
  (
    await sql<{ account_id: string }>`select account_id from profiles
      where voice_details ? 'heldAt' and ${isVoiceHeld} and not voice_details ? 'decided'
        and voice ->> 'fileId' = ${fileId}`.execute(db)
  ).rows[0]?.account_id

export async function noteVoiceDecision(tx: Tx, accountId: string, fileId: string, decided: Decided) {
  const { rows } = await sql`
    update profiles
    set voice_details = voice_details || jsonb_build_object('decided', ${JSON.stringify(decided)}::jsonb)
    where account_id = ${accountId} and ${isVoiceHeld} and voice ->> 'fileId' = ${fileId}
      and not voice_details ? 'decided' returning account_id`.execute(tx)
  return rows.length > 0
}

export async function forgetVoiceDecision(tx: Tx, { id, by, since }: TakingBack): Promise<string | undefined> {
  const { rows } = await sql<{ account_id: string }>`
    update profiles set voice_details = voice_details - 'decided'
    where voice_details ? 'heldAt' and ${isVoiceHeld} and voice ->> 'fileId' = ${id}
      and voice_details #>> '{decided,by}' = ${by}::text
      and (voice_details #>> '{decided,at}')::timestamptz > ${since} returning account_id`.execute(tx)
  return rows[0]?.account_id
}

/** Applies the decision made at `at`. Returns undefined if the decision was undone or the answer was replaced. */
export async function applyVoiceDecision(tx: Tx, fileId: string, at: string): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    with found as (
      select account_id, voice_details -> 'decided' as decided from profiles
      where voice_details ? 'heldAt' and ${isVoiceHeld} and voice ->> 'fileId' = ${fileId}
        and voice_details #>> '{decided,at}' = ${at}::text for update)
    update profiles p set voice_details = voice_details - 'heldAt' - 'decided',
      voice = voice || jsonb_build_object('review',
        case when (f.decided ->> 'shown')::boolean then 'shown' else 'refused' end)
    from found f where p.account_id = f.account_id returning p.account_id, f.decided`.execute(tx)
  return rows[0]
}
