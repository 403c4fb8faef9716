import { sql } from 'kysely'
import type { Json } from '../../../infra/db/schema.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { saveProfile } from './profiles.sql.ts'

// What staff take off a profile. `moderation` decides about it and keeps it, in case it comes back.

export type HideInput = { bio: boolean; prompts: boolean; pictures: readonly string[] }
export type HiddenContent = { bio?: string; prompts?: Json[]; pictures?: string[] }

async function readTexts(tx: Tx, accountId: string): Promise<{ bio: string | null; prompts: Json[] }> {
  const row = await tx
    .selectFrom('profiles')
    .select(['bio', sql<Json[]>`prompts`.as('prompts')])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? { bio: null, prompts: [] }
}

/** Changes the review of these attached pictures, and returns the ones that it has changed. */
async function reviewPictures(tx: Tx, accountId: string, ids: readonly string[], from: string, to: string) {
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
  return rows.map(({ public_id }) => public_id)
}

/** Takes content off a profile and returns what it was. What isn't there any more is left out. */
export async function hideContent(tx: Tx, accountId: string, input: HideInput, now: Date): Promise<HiddenContent> {
  const { bio, prompts } = await readTexts(tx, accountId)
  const hidesBio = input.bio && bio !== null
  const hidesPrompts = input.prompts && prompts.length > 0
  if (hidesBio || hidesPrompts)
    await saveProfile(tx, accountId, { ...(hidesBio && { bio: null }), ...(hidesPrompts && { prompts: '[]' }) }, now)
  const pictures = await reviewPictures(tx, accountId, input.pictures, 'shown', 'refused')
  return {
    ...(hidesBio && { bio }),
    ...(hidesPrompts && { prompts }),
    ...(pictures.length > 0 && { pictures }),
  }
}

/** Gives content back, unless its owner has replaced it in the meantime. */
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
  await reviewPictures(tx, accountId, hidden.pictures ?? [], 'refused', 'shown')
}
