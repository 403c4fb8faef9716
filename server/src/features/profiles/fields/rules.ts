import {
  type FieldAnswer,
  type FieldAudience,
  fieldAudiences,
  type FieldKind,
  type FieldValue,
  invalidField,
  message,
  type MessageDescriptor,
  type OwnField,
  type PersonField,
  type ProfileField,
  translationIn,
  yesNo,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { genderFields } from '@kindred/contract/safety/at-risk'
import type { Profile } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'

/** A member’s answer as stored. Its audience is what the member saw, so that a wider field widens no earlier answer. */
export type StoredAnswer = { kind: FieldKind; value: FieldValue; audience: FieldAudience } | { skipped: true }
export type StoredAnswers = Readonly<Record<string, StoredAnswer>>

export const storedAnswers = (profile: Pick<Profile, 'fields'> | null): StoredAnswers =>
  // Only parsed answers are saved in this column.
  (profile?.fields ?? {}) as StoredAnswers

type Fields = readonly ProfileField[]

const narrower = (one: FieldAudience, other: FieldAudience | undefined): FieldAudience =>
  other && fieldAudiences.indexOf(other) > fieldAudiences.indexOf(one) ? other : one

/** An operator may have narrowed the field since the member answered, so the narrower of the two applies. */
export const audienceOf = (field: ProfileField, answer: { audience: FieldAudience }): FieldAudience =>
  narrower(field.audience, answer.audience)

const isChoice = (field: ProfileField, value: FieldValue): boolean => field.options.some(({ id }) => id === value)

/** The value without retired options, or undefined if nothing is left of it. `fields` are the ones in use. */
export function liveValue(field: ProfileField, answer: StoredAnswer | undefined): FieldValue | undefined {
  if (!answer || 'skipped' in answer || answer.kind !== field.kind) return undefined
  const { value } = answer
  if (field.kind === 'one') return isChoice(field, value) ? value : undefined
  if (!Array.isArray(value)) return value
  const live = value.filter((each) => isChoice(field, each))
  return live.length > 0 ? live : undefined
}

/**
 * The relation of a viewer to a person, from nearest to farthest, decides which answers they see. Friends don't see what
 * is for people who could match in dating.
 */
export type Nearness = 'matched' | 'befriended' | 'eligible' | 'stranger'
const seenBy: Record<Nearness, readonly FieldAudience[]> = {
  matched: ['everyone', 'eligible', 'matches'],
  befriended: ['everyone', 'matches'],
  eligible: ['everyone', 'eligible'],
  stranger: ['everyone'],
}

type Words = { label: string; hint?: string | undefined; unit?: string | undefined }

/** Words without a translation are in English. */
function wordsIn(field: ProfileField, language: Language): Words {
  const { label, hint, unit } = field
  return { label, hint, unit, ...translationIn(field.translations, language) }
}

const optionIn = ({ options }: ProfileField, id: string, language: Language): string => {
  const option = options.find((each) => each.id === id)
  return translationIn(option?.translations, language) ?? option?.label ?? id
}

const numbers = new Map<Language, Intl.NumberFormat>()
function numberIn(language: Language, value: number): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language, { useGrouping: 'min2' })
  numbers.set(language, format)
  return format.format(value)
}

const yesOrNo = (value: FieldValue): MessageDescriptor => (value === 'yes' ? message('Yes') : message('No'))

const separators: Partial<Record<Language, string>> = { ar: '، ' }

/** An answer in words. */
export function valueText(field: ProfileField, value: FieldValue, language: Language): string {
  if (field.kind === 'yes-no') return write(language, yesOrNo(value))
  if (Array.isArray(value)) return value.map((id) => optionIn(field, id, language)).join(separators[language] ?? ', ')
  if (typeof value === 'number') {
    const { unit } = wordsIn(field, language)
    return unit ? `${numberIn(language, value)} ${unit}` : numberIn(language, value)
  }
  return field.kind === 'one' ? optionIn(field, value, language) : value
}

export const fieldLabel = (field: ProfileField, language: Language): string => wordsIn(field, language).label

/** The answers to the fields that `include` admits, in words. */
function answersInWords(
  fields: Fields,
  answers: StoredAnswers,
  language: Language,
  include: (field: ProfileField, audience: FieldAudience) => boolean,
): PersonField[] {
  return fields.flatMap((field): PersonField[] => {
    const answer = answers[field.id]
    const value = liveValue(field, answer)
    if (!answer || 'skipped' in answer || value === undefined || !include(field, audienceOf(field, answer))) return []
    return [{ id: field.id, label: fieldLabel(field, language), text: valueText(field, value, language) }]
  })
}

/** The profile of a member who hides their gender, without the answers that would tell it. */
export const withoutGender = <P extends Pick<Profile, 'fields'>>(profile: P): P => ({
  ...profile,
  fields: Object.fromEntries(Object.entries(storedAnswers(profile)).filter(([id]) => !genderFields.includes(id))),
})

/** Without any field, bodies have no such key. */
export const shownFields = (
  fields: Fields,
  profile: Pick<Profile, 'fields'> | null,
  nearness: Nearness,
  language: Language,
): { fields?: PersonField[] } =>
  fields.length === 0
    ? {}
    : {
        fields: answersInWords(
          fields,
          storedAnswers(profile),
          language,
          ({ onProfile }, audience) => onProfile !== false && seenBy[nearness].includes(audience),
        ),
      }

const isForStaff = (_: ProfileField, audience: FieldAudience): boolean => audience !== 'only-me'

/** The answers for staff, except those that are for the member only. Sensitive ones are masked. */
export function fieldsForStaff(
  fields: Fields,
  profile: Pick<Profile, 'fields'> | null,
  language: Language,
): (Omit<PersonField, 'text'> & { text: string | null })[] {
  const masked = new Set(fields.flatMap(({ id, sensitive }) => (sensitive ? [id] : [])))
  return answersInWords(fields, storedAnswers(profile), language, isForStaff).map((answer) =>
    masked.has(answer.id) ? { ...answer, text: null } : answer,
  )
}

/** The sensitive answers, for staff who gave a reason. */
export const sensitiveFieldsForStaff = (
  fields: Fields,
  profile: Pick<Profile, 'fields'> | null,
  language: Language,
): PersonField[] =>
  answersInWords(
    fields.filter(({ sensitive }) => sensitive),
    storedAnswers(profile),
    language,
    isForStaff,
  )

/** True if an answer has the audience of people who could match, which depends on both sides’ filters. */
export const hasEligibleOnly = (fields: Fields, profile: Pick<Profile, 'fields'>): boolean => {
  const answers = storedAnswers(profile)
  return fields.some((field) => {
    const answer = answers[field.id]
    return answer && !('skipped' in answer) && audienceOf(field, answer) === 'eligible'
  })
}

export function toOwnField(field: ProfileField, answer: StoredAnswer | undefined, language: Language): OwnField {
  const { label, hint = null, unit = null } = wordsIn(field, language)
  const value = liveValue(field, answer)
  const { id, kind, min = null, max = null, asked, required, audience, filter, dealbreaker, sensitive } = field
  return {
    id,
    kind,
    label,
    hint,
    unit,
    options: field.options.map((option) => ({ id: option.id, label: optionIn(field, option.id, language) })),
    min,
    max,
    asked,
    required,
    audience,
    filter,
    dealbreaker,
    sensitive,
    ...(field.onProfile === false ? { onProfile: false } : {}),
    answer:
      answer && !('skipped' in answer) && value !== undefined ? { value, audience: audienceOf(field, answer) } : null,
    skipped: answer !== undefined && 'skipped' in answer,
  }
}

/** The fields that a member has to answer before their profile is complete. */
export const unanswered = (fields: Fields, answers: StoredAnswers): ProfileField[] =>
  fields.filter(
    (field) => field.asked === 'joining' && field.required && liveValue(field, answers[field.id]) === undefined,
  )

const wrong = (id: string, msg: MessageDescriptor) => invalidField(`answers.${id}`, msg)

const CHOOSE = message('Choose one of the options.')

function checkedValue(field: ProfileField, value: FieldValue): FieldValue {
  const { id, kind, min = 0, max = 0 } = field
  if (kind === 'several') {
    if (!Array.isArray(value) || value.length === 0 || !value.every((each) => isChoice(field, each)))
      throw wrong(id, CHOOSE)
    return [...new Set(value)]
  }
  if (kind === 'number') {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      throw wrong(id, message('Enter a whole number from {min} to {max}.', { min, max }))
    return value
  }
  if (typeof value !== 'string') throw wrong(id, CHOOSE)
  if (kind === 'one' && !isChoice(field, value)) throw wrong(id, CHOOSE)
  if (kind === 'yes-no' && !yesNo.some((each) => each === value)) throw wrong(id, CHOOSE)
  return value
}

/** The stored form of an answer. */
export function checkedAnswer(
  fields: Fields,
  id: string,
  answer: FieldAnswer | null,
): { field: ProfileField; stored: StoredAnswer | null } {
  const field = fields.find((each) => each.id === id)
  if (!field) throw wrong(id, message('This field no longer exists. Reload the page.'))
  if (!answer) return { field, stored: field.required ? { skipped: true } : null }
  const value = checkedValue(field, answer.value)
  const audience = narrower(field.audience, answer.audience)
  return { field, stored: { kind: field.kind, value, audience } }
}
