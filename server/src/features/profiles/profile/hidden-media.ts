import { ApiError, type MessageDescriptor, message, type VoiceAnswer } from '@kindred/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { isHeld } from '../voice-answers/reviews.sql.ts'
import { MOST_DISTANCE } from '../pictures/rules.ts'

// Pictures and recordings that staff removed from a profile must not come back as another file with the same content.

export type Sound = Pick<VoiceAnswer, 'durationMs' | 'peaks'>

const removed = (path: string, msg: MessageDescriptor) =>
  new ApiError('invalid_request', msg, { errors: [{ path, msg }] })

/** Applies to pictures that look alike, while the decision is active. */
export async function assertPicturesNotHidden(
  tx: Tx,
  accountId: string,
  publicIds: readonly string[],
  path: 'imageData' | 'imagesData',
): Promise<void> {
  const { rows } = await sql`
    with hidden as (
      select f::bit(64) as fingerprint
        from moderation_hidden_media m, jsonb_array_elements_text(m.fingerprints) f where m.account_id = ${accountId}
      union all select k.fingerprint from moderation_hidden_media m
        join pictures k on m.pictures ? k.public_id where m.account_id = ${accountId}
          and k.account_id = ${accountId})
    select from pictures n join hidden h on bit_count(h.fingerprint # n.fingerprint) <= ${MOST_DISTANCE}
    where n.account_id = ${accountId} and n.public_id = any(${publicIds}::text[]) limit 1`.execute(tx)
  if (rows.length > 0)
    throw removed(path, message('Our team removed this photo from your profile. Please choose another one.'))
}

/** Encoding the same recording again changes it by less than this. */
const MOST_PEAK_DIFFERENCE = 3
const MOST_DURATION_DIFFERENCE = 100

const isSameSound = (one: Sound, other: Sound): boolean =>
  Math.abs(one.durationMs - other.durationMs) <= MOST_DURATION_DIFFERENCE &&
  one.peaks.length === other.peaks.length &&
  one.peaks.every((peak, at) => Math.abs(peak - (other.peaks[at] ?? 0)) <= MOST_PEAK_DIFFERENCE)

/** A recording is recognized by its length and its loudness over time. */
export async function assertVoiceNotHidden(tx: Tx, accountId: string, voice: Sound): Promise<void> {
  const { rows } = await sql<{ sound: Sound }>`
    select sound from moderation_hidden_media where account_id = ${accountId} and sound is not null
    union all select voice from profiles where account_id = ${accountId} and voice ->> 'review' = 'refused'
      and not ${isHeld}`.execute(tx)
  if (rows.some(({ sound }) => isSameSound(sound, voice)))
    throw removed('file', message('Our team removed this recording from your profile. Please record something else.'))
}
