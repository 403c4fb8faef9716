import { ApiError, type ProfileChange, say } from '@kindred/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

type Hidden = { bio: string | null; prompts: { answer: string }[] }

/** Letters and digits alone, so that other capitals, accents or spaces don't make it another text. */
const essence = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const wrong = (path: string) => {
  const msg = say('Our team removed this text from your profile. Please write something else.')
  return new ApiError('invalid_request', msg, { errors: [{ path, msg }] })
}

/** Refuses texts that staff took off this profile, while their decision is in force. The account is locked. */
export async function assertNotHidden(tx: Tx, accountId: string, { bio, prompts }: ProfileChange): Promise<void> {
  if (!bio && !prompts?.length) return
  const { rows } = await sql<Hidden>`
    select bio, prompts from moderation_hidden_texts where account_id = ${accountId}`.execute(tx)
  const texts = rows.flatMap((hidden) => [hidden.bio ?? '', ...hidden.prompts.map(({ answer }) => answer)])
  const hidden = new Set(texts.map(essence).filter(Boolean))
  if (bio && hidden.has(essence(bio))) throw wrong('bio')
  if (prompts?.some(({ answer }) => hidden.has(essence(answer)))) throw wrong('prompts')
}
