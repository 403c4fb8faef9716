import { sql } from 'kysely'
import type { Json } from '../../../infra/db/schema.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { fingerprintsOf, writePictures } from '../pictures/queries.ts'
import type { Sound } from './removed-content.ts'
import { saveProfile } from './queries.ts'

// Content that staff remove from a profile. The moderation feature decides about it and keeps it for a possible
// restore.

export type HideInput = { bio: boolean; prompts: boolean; voice: boolean; pictures: readonly string[] }
export type HiddenContent = {
  bio?: string
  prompts?: Json[]
  voice?: string
  /** The transcript of the voice answer. */
  voiceText?: string
  /** Features of the recording, available even after its file is deleted. */
  sound?: Sound
  pictures?: string[]
  fingerprints?: string[]
}

async function readTexts(tx: Tx, accountId: string): Promise<{ bio: string | null; prompts: Json[] }> {
  const row = await tx
    .selectFrom('profiles')
    .select(['bio', sql<Json[]>`prompts`.as('prompts')])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? { bio: null, prompts: [] }
}

type Review = { from: string; to: string; now: Date }

async function reviewPictures(tx: Tx, accountId: string, ids: readonly string[], { from, to, now }: Review) {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('pictures')
    .set({ review: to })
    .where('account_id', '=', accountId)
    .where('public_id', 'in', ids)
    .where('position', 'is not', null)
    .where('review', '=', from)
    .returning('public_id')
    .execute()
  if (rows.length > 0) await writePictures(tx, accountId, now)
  return rows.map(({ public_id }) => public_id)
}

async function reviewVoice(tx: Tx, accountId: string, fileId: string | undefined, from: string, to: string) {
  const { rows } = await sql<{ fileId: string; sound: Sound; text: string | null }>`
    update profiles set voice = voice || jsonb_build_object('review', ${to}::text)
    where account_id = ${accountId} and voice ->> 'review' = ${from}
      and voice ->> 'fileId' = coalesce(${fileId ?? null}, voice ->> 'fileId')
    returning voice ->> 'fileId' as "fileId",
      jsonb_build_object('durationMs', voice -> 'durationMs', 'peaks', voice -> 'peaks') as sound,
      case voice_details ->> 'fileId' when voice ->> 'fileId' then voice_details ->> 'text' end as text`.execute(tx)
  return rows[0]
}

export async function hideContent(tx: Tx, accountId: string, input: HideInput, now: Date): Promise<HiddenContent> {
  const { bio, prompts } = await readTexts(tx, accountId)
  const hidesBio = input.bio && bio !== null
  const hidesPrompts = input.prompts && prompts.length > 0
  if (hidesBio || hidesPrompts)
    await saveProfile(tx, accountId, { ...(hidesBio && { bio: null }), ...(hidesPrompts && { prompts: '[]' }) }, now)
  const pictures = await reviewPictures(tx, accountId, input.pictures, { from: 'shown', to: 'refused', now })
  const voice = input.voice ? await reviewVoice(tx, accountId, undefined, 'shown', 'refused') : undefined
  return {
    ...(hidesBio && { bio }),
    ...(hidesPrompts && { prompts }),
    ...(voice && { voice: voice.fileId, sound: voice.sound }),
    ...(voice?.text && { voiceText: voice.text }),
    ...(pictures.length > 0 && { pictures, fingerprints: await fingerprintsOf(tx, accountId, pictures) }),
  }
}

export async function restoreContent(tx: Tx, accountId: string, hidden: HiddenContent, now: Date): Promise<void> {
  const { bio, prompts } = await readTexts(tx, accountId)
  const returnsBio = hidden.bio !== undefined && bio === null
  const returnsPrompts = hidden.prompts !== undefined && prompts.length === 0
  if (returnsBio || returnsPrompts)
    await saveProfile(
      tx,
      accountId,
      {
        ...(returnsBio && { bio: hidden.bio ?? null }),
        ...(returnsPrompts && { prompts: JSON.stringify(hidden.prompts) }),
      },
      now,
    )
  await reviewPictures(tx, accountId, hidden.pictures ?? [], { from: 'refused', to: 'shown', now })
  if (hidden.voice !== undefined) await reviewVoice(tx, accountId, hidden.voice, 'refused', 'shown')
}
