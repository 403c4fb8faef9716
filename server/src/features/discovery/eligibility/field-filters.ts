import {
  type FieldFilter,
  type FieldFilters,
  type FieldValue,
  invalidField,
  message,
  type ProfileField,
  yesNo,
} from '@kindred/contract'
import { audienceOf, liveValue, storedAnswers } from '../../profiles/index.ts'
import type { Profile } from '../../../http/session.ts'

// Filters by the community's own fields, in the search and as dealbreakers. Only answers that people who could match
// may see are listed (eligibility.sql), so no filter finds an answer that its viewer couldn't see.

type Fields = readonly ProfileField[]

/** The choices of a field, or null for a number. */
export function choicesOfField({ kind, options }: ProfileField): readonly string[] | null {
  if (kind === 'number') return null
  return kind === 'yes-no' ? yesNo : options.map(({ id }) => id)
}

/** A filter without retired choices, or undefined if nothing is left of it. */
function live(field: ProfileField, filter: FieldFilter | undefined): FieldFilter | undefined {
  const choices = choicesOfField(field)
  if (!filter || !choices) return Array.isArray(filter) ? undefined : filter
  if (!Array.isArray(filter)) return undefined
  const wanted = filter.filter((each) => choices.includes(each))
  return wanted.length > 0 ? wanted : undefined
}

const isPaidFor = ({ filter }: ProfileField, premium: boolean): boolean => filter === 'free' || premium

const pick = (fields: Fields, filters: FieldFilters): FieldFilters =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const filter = live(field, filters[field.id])
      return filter ? [[field.id, filter]] : []
    }),
  )

/** The dealbreakers that have an effect. Without premium, paid ones stay saved and have none. */
export const activeDealbreakers = (fields: Fields, filters: FieldFilters | undefined, premium: boolean): FieldFilters =>
  filters
    ? pick(
        fields.filter((field) => field.dealbreaker && isPaidFor(field, premium)),
        filters,
      )
    : {}

/** The filters of a search. Filters by retired fields, as in a saved search, have no effect. */
export const searchFilters = (fields: Fields, filters: FieldFilters): FieldFilters =>
  pick(
    fields.filter(({ filter }) => filter !== 'off'),
    filters,
  )

export const needsPremium = (fields: Fields, filters: FieldFilters): boolean =>
  fields.some(({ id, filter }) => filter === 'premium' && filters[id] !== undefined)

export const areSensitive = (fields: Fields, filters: FieldFilters): boolean =>
  fields.some(({ id, sensitive }) => sensitive && filters[id] !== undefined)

export function assertDealbreakers(fields: Fields, filters: FieldFilters): void {
  const isKnown = (id: string, filter: FieldFilter) => {
    const field = fields.find((each) => each.id === id && each.dealbreaker)
    return field && live(field, filter) !== undefined
  }
  const wrong = Object.entries(filters).find(([id, filter]) => !isKnown(id, filter))
  if (!wrong) return
  throw invalidField(`dealbreakers.fields.${wrong[0]}`, message('This field no longer exists. Reload the page.'))
}

/** The fields with dealbreakers for the database (meets_fields), with the choices of each. */
export const dealbreakerChoices = (fields: Fields, premium: boolean): Record<string, readonly string[] | null> =>
  Object.fromEntries(
    fields
      .filter((field) => field.dealbreaker && isPaidFor(field, premium))
      .map((field) => [field.id, choicesOfField(field)]),
  )

/** A member's own answers, as far as people who could match may see them. */
export function listedAnswers(fields: Fields, profile: Pick<Profile, 'fields'>): Record<string, FieldValue> {
  const answers = storedAnswers(profile)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const answer = answers[field.id]
      const value = field.kind === 'text' ? undefined : liveValue(field, answer)
      if (!answer || 'skipped' in answer || value === undefined) return []
      return ['everyone', 'eligible'].includes(audienceOf(field, answer)) ? [[field.id, value]] : []
    }),
  )
}

const PART = /^([a-z0-9-]+):(?:(-?\d{1,7})\.\.(-?\d{1,7})|([a-z0-9-]+))$/

/**
 * Reads the filters of a search, such as “faculty:law,faculty:medicine,year:2..4”. Several choices of a field mean any
 * of them. Parts in another form have no effect.
 */
export function parseFieldFilters(text: string | undefined): FieldFilters {
  const filters: FieldFilters = {}
  for (const part of text?.split(',') ?? []) {
    const [, id, min, max, choice] = PART.exec(part.trim()) ?? []
    if (id === undefined) continue
    const before = filters[id]
    if (choice !== undefined) filters[id] = [...(Array.isArray(before) ? before : []), choice]
    else filters[id] = { min: Number(min), max: Number(max) }
  }
  return filters
}
