import { normalized, ApiError, type ProfileChange, message } from '@kindred/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

type Hidden = { bio: string | null; prompts: { answer: string }[]; voice_text: string | null }

/** Letters and digits only, so that changed capitals, accents or spaces don't evade the check. */
const essence = (text: string): string =>
  normalized(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const wrong = (path: string) => {
  const msg = message('Our team removed this text from your profile. Please write something else.')
  return new ApiError('invalid_request', msg, { errors: [{ path, msg }] })
}

/** Removed texts, while the decisions are active. The account is locked. */
async function hiddenTexts(tx: Tx, accountId: string): Promise<Set<string>> {
  const { rows } = await sql<Hidden>`
    select bio, prompts, voice_text from moderation_hidden_texts where account_id = ${accountId}`.execute(tx)
  const texts = rows.flatMap(({ bio, prompts, voice_text }) => [
    bio,
    voice_text,
    ...prompts.map(({ answer }) => answer),
  ])
  return new Set(texts.map((each) => essence(each ?? '')).filter(Boolean))
}

export async function assertTextNotHidden(tx: Tx, accountId: string, text: string, path: string): Promise<void> {
  if ((await hiddenTexts(tx, accountId)).has(essence(text))) throw wrong(path)
}

export async function assertNotHidden(tx: Tx, accountId: string, { bio, prompts }: ProfileChange): Promise<void> {
  if (!bio && !prompts?.length) return
  const hidden = await hiddenTexts(tx, accountId)
  if (bio && hidden.has(essence(bio))) throw wrong('bio')
  if (prompts?.some(({ answer }) => hidden.has(essence(answer)))) throw wrong('prompts')
}
