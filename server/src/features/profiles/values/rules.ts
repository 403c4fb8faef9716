import {
  basicKeys,
  type Basics,
  genderGroups,
  intentions,
  invalidField,
  isLive,
  message,
  type OwnValues,
  type ProfileChange,
  type ProfileValue,
  type ProfileValues,
  type ValueList,
  valueWords,
} from '@kindred/contract'
import { ourWords } from '@kindred/contract/profiles/our-values'
import { folded, interests, promptKeys, prompts } from '@kindred/contract/profiles/suggestions'
import type { Language } from '@kindred/contract/languages'
import type { Profile } from '../../../http/session.ts'

const vocabularies = { prompts, interests }
type Vocabulary = keyof typeof vocabularies

const spellingsOf = ({ id, label, translations }: ProfileValue): string[] =>
  [id, label, ...Object.values(translations ?? {})].flatMap((each) => (each ? [folded(each)] : []))

/** The value with these words, in any of our languages. Other texts are returned unchanged. */
export function keyOfValue(values: ProfileValues | undefined, list: Vocabulary, text: string): string {
  const word = folded(text)
  const own = values?.[list]?.find((each) => spellingsOf(each).includes(word))
  return own?.id ?? vocabularies[list].keyOf(text)
}

/** True for one of the prompts that we or the operator suggest. */
export function isPrompt(values: ProfileValues | undefined, question: string): boolean {
  const key = keyOfValue(values, 'prompts', question)
  return promptKeys.includes(key) || (values?.prompts?.some(({ id }) => id === key) ?? false)
}

export function wordsOfValue(
  values: ProfileValues | undefined,
  list: Vocabulary,
  language: Language,
  text: string,
): string {
  const own = values?.[list]?.find(({ id }) => id === text)
  return (own && valueWords(own, language)) ?? vocabularies[list].wordFor(language, text)
}

/** An interest as written within a sentence. `text` may be in lower case. Only German capitalizes nouns there. */
export function interestWithin(values: ProfileValues | undefined, language: Language, text: string): string {
  const own = values?.interests?.find(({ id }) => folded(id) === folded(text))
  const words = own && valueWords(own, language)
  if (words === undefined) return interests.wordWithin(language, text)
  return language === 'de' ? words : words.toLocaleLowerCase(language)
}

/** An intention in words, ours or the operator’s. */
export function intentionIn(values: ProfileValues | undefined, id: string, language: Language) {
  const own = values?.intentions?.find((each) => each.id === id)
  return (own && valueWords(own, language)) ?? ourWords['intentions']?.[id]?.[language] ?? id
}
export const hasOwnWords = (values: ProfileValues | undefined, id: string): boolean =>
  values?.intentions?.some((each) => each.id === id && (each.label ?? each.translations) !== undefined) ?? false

/** The interests whose words contain these, in any of our languages. */
export function keysLikeValue(values: ProfileValues | undefined, text: string): string[] {
  const part = folded(text)
  const own = (values?.interests ?? []).filter((each) => spellingsOf(each).some((word) => word.includes(part)))
  return [...new Set([...interests.keysLike(text), ...(part === '' ? [] : own.map(({ id }) => id.toLowerCase()))])]
}

/** The lists in the member’s language, without what is retired. */
export function toOwnValues(values: ProfileValues, language: Language): OwnValues {
  const inWords = (list: readonly ProfileValue[]) =>
    list.filter(isLive).map((each) => {
      const label = valueWords(each, language)
      return { id: each.id, ...(label ? { label } : {}), ...(each.offered === false ? { offered: false } : {}) }
    })
  const { ownGenders, ...lists } = values
  return {
    ...Object.fromEntries(Object.entries(lists).map(([list, all]) => [list, inWords(all ?? [])])),
    ...(ownGenders === false ? { ownGenders } : {}),
  }
}

/** True for values that the operator retired, or that only members who have them keep. */
const isClosed = (values: ProfileValues | undefined, list: ValueList, id: string): boolean => {
  const found: ProfileValue | undefined = values?.[list]?.find((each) => each.id === id)
  return found !== undefined && (!isLive(found) || found.offered === false)
}

const closed = (path: string) => {
  return invalidField(path, message('Choose one of the options.'))
}

/** Refuses intentions that don't exist, or were retired. */
export function assertIntentions(values: ProfileValues | undefined, path: string, chosen: readonly string[]): void {
  const live: readonly ProfileValue[] = values?.intentions?.filter(isLive) ?? intentions.map((id) => ({ id }))
  if (chosen.every((each) => live.some(({ id }) => id === each))) return
  const msg = message('Use one of {values}.', { values: live.map(({ id }) => id).join(', ') })
  throw invalidField(path, msg)
}

type Saved = Pick<Profile, 'prompts' | 'intention' | 'gender' | 'basics'> | null

/** A change to one of the operator’s genders, in any of our languages, is also one to the lists that it is shown to. */
export function withGender(values: ProfileValues | undefined, change: ProfileChange, saved: Saved): ProfileChange {
  const { gender } = change
  if (gender === undefined || !values) return change
  const word = folded(gender)
  const found = values.genders?.find((each) => spellingsOf(each).includes(word))
  if (found?.shownTo && !genderGroups.some((group) => group === found.id))
    return { ...change, gender: found.id, shownTo: found.shownTo }
  if (found) return { ...change, gender: found.id }
  const isOurs = genderGroups.some((group) => group === word)
  const isSame = saved?.gender?.toLowerCase() === gender.toLowerCase()
  if (values.ownGenders === false && !isOurs && !isSame) throw closed('gender')
  return change
}

/** Refuses values that are no longer offered, except those that the member already has. */
export function assertOffered(values: ProfileValues | undefined, change: ProfileChange, saved: Saved): void {
  // Only parsed prompts are saved in this column.
  const prompts = (saved?.prompts ?? []) as { question: string }[]
  const had = new Set(prompts.map(({ question }) => question))
  const at = (change.prompts ?? []).findIndex(({ question }) => {
    const key = keyOfValue(values, 'prompts', question)
    return !had.has(key) && isClosed(values, 'prompts', key)
  })
  if (at >= 0) throw closed(`prompts.${at}.question`)
  const hadBasics = (saved?.basics ?? {}) as Basics // parsed as above
  const basic = basicKeys.find(
    (key) =>
      (change.basics?.[key] ?? null) !== null && (hadBasics[key] ?? null) === null && isClosed(values, 'basics', key),
  )
  if (basic) throw closed(`basics.${basic}`)
  const { intention } = change
  if (!intention || intention === saved?.intention) return
  assertIntentions(values, 'intention', [intention])
  if (isClosed(values, 'intentions', intention)) throw closed('intention')
}
