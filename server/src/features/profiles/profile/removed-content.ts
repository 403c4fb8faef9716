import { invalidField, message, type ProfileChange, type ProfileValues, type VoiceAnswer } from '@kindred/contract'
import { skeleton } from '@kindred/contract/lookalikes'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { MOST_DISTANCE } from '../pictures/rules.ts'
import { isPrompt } from '../values/rules.ts'
import { isVoiceHeld } from '../voice-answers/queries.ts'

// Texts, pictures and recordings that staff removed from a profile must not come back, in another field or as another
// file with the same content, while the decision is active.

type Values = ProfileValues | undefined

type PromptTexts = { question: string; answer: string }
type Hidden = { bio: string | null; prompts: PromptTexts[]; voice_text: string | null }

/** What the member wrote in prompts: their answers, and questions of their own. */
const ownTexts = (prompts: readonly PromptTexts[], values: Values): string[] =>
  prompts.flatMap(({ question, answer }) => (isPrompt(values, question) ? [answer] : [question, answer]))

const digits: Partial<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }

/**
 * Reduces text to letters, so that changed capitals, accents, spaces, lookalikes or digits for letters don't evade the
 * check.
 */
const essence = (text: string): string =>
  skeleton(text)
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('l', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d/g, (digit) => digits[digit] ?? digit)

const wrong = (path: string) => {
  return invalidField(path, message('Our team removed this text from your profile. Please write something else.'))
}

/** Returns removed texts whose decisions are active. Where a profile changes, the caller has locked the account. */
async function hiddenTexts(tx: Db | Tx, accountId: string, values?: Values): Promise<Set<string>> {
  const { rows } = await sql<Hidden>`
    select bio, prompts, voice_text from moderation_hidden_texts where account_id = ${accountId}`.execute(tx)
  const texts = rows.flatMap(({ bio, prompts, voice_text }) => [bio, voice_text, ...ownTexts(prompts, values)])
  return new Set(texts.map((each) => essence(each ?? '')).filter(Boolean))
}

/** Also for messages, notes and dates, which could show a removed text to one person after the other. */
export async function assertTextNotHidden(db: Db | Tx, accountId: string, text: string, path: string): Promise<void> {
  const hidden = await hiddenTexts(db, accountId)
  if (hidden.has(essence(text)) || isWithin(hidden, text)) throw wrong(path)
}

/** In a field of a few words, “Coffee” is no evasion, even if staff removed an answer with that word. */
const TELLING = 12

/** A removed text doesn’t become another one by some words around it, or backwards. */
const isWithin = (hidden: ReadonlySet<string>, text: string): boolean => {
  const forwards = essence(text)
  const backwards = [...forwards].toReversed().join('')
  return [...hidden].some((each) => each.length >= TELLING && (forwards.includes(each) || backwards.includes(each)))
}

const isAgain = (hidden: ReadonlySet<string>, field: string, text: string): boolean =>
  isWithin(hidden, text) || ((field === 'bio' || field === 'prompts') && hidden.has(essence(text)))

/** Finds every text of an input, however deep, so that a text added to the contract is checked without being listed. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A change without what members choose from a list: suggested questions, an intention, a date and a time zone. */
export function inOwnWords(change: ProfileChange, values: Values): object {
  const { prompts, intention: _intention, dateOfBirth: _date, timeZone: _zone, ...others } = change
  return { ...others, prompts: ownTexts(prompts ?? [], values) }
}

/** Removed texts would be as visible in any other field, so every text of the input is checked. */
export async function assertTextsNotHidden(tx: Tx, accountId: string, input: object, values?: Values): Promise<void> {
  const texts = Object.entries(input).flatMap(([field, value]) => textsIn(value).map((text) => ({ field, text })))
  if (texts.length === 0) return
  const hidden = await hiddenTexts(tx, accountId, values)
  const found = texts.find(({ field, text }) => isAgain(hidden, field, text))
  if (found) throw wrong(found.field)
}

export type Sound = Pick<VoiceAnswer, 'durationMs' | 'peaks'>

/** Refuses photos that look like a removed one, while the decision is active. */
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
    throw invalidField(path, message('Our team removed this photo from your profile. Please choose another one.'))
}

/** Re-encoding the same recording changes it by less than this. */
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
      and not ${isVoiceHeld}`.execute(tx)
  if (rows.some(({ sound }) => isSameSound(sound, voice)))
    throw invalidField(
      'file',
      message('Our team removed this recording from your profile. Please record something else.'),
    )
}
