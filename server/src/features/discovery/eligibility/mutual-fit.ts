import { OLDEST, YOUNGEST } from '@kindred/contract'
import type { Dealbreakers, FieldFilter, FieldValue, ProfileField } from '@kindred/contract'
import { ageOn } from '../../profiles/index.ts'
import { activeDealbreakers, choicesOfField } from './field-filters.ts'
import { activeFilters, bitOf, bitsOf, groupsIn, leastDistances, parseWants } from './rules.ts'

// The rules of `isSuitable` (queries.ts) for two people in memory, for comparing everyone in a region with everyone
// else. Blocks, swipes and matches don't count: they say nothing about how many people could be met there. A test
// compares the two on random people (server/test/prove/waiting-list-fit.test.ts).

export type FitRow = {
  account_id: string
  born: string
  gender: string
  wants: string[]
  shown_to: number
  age_min: number
  age_max: number
  reach: number | null
  x: number | null
  y: number | null
  z: number | null
  level: number
  incognito: boolean
  hide_age: boolean
  hide_distance: boolean
  photo_checked: boolean
  intention: string | null
  basics: unknown
  filters: unknown
  fields: unknown
  has_premium: boolean
}

export type FitPerson = ReturnType<typeof toFitPerson>

type Values = Readonly<Record<string, unknown>>

/** Paid filters of someone without premium have no effect. */
export function toFitPerson(row: FitRow, fields: readonly ProfileField[], now: Date) {
  const { groups, ownWords } = parseWants(row.wants)
  // Only parsed preferences and listed answers are saved in these columns.
  const { fields: own, ...others } = row.filters as Dealbreakers
  const filters = Object.entries(activeFilters(others, row.has_premium))
  const active = activeDealbreakers(fields, own, row.has_premium)
  const fieldFilters = fields.flatMap((field) => {
    const filter = active[field.id]
    return filter ? [{ id: field.id, filter, choices: choicesOfField(field) }] : []
  })
  return {
    id: row.account_id,
    groups: groupsIn(row.shown_to),
    gender: row.gender,
    shownTo: row.shown_to,
    wants: bitsOf(groups),
    ownWords,
    age: ageOn(row.born, now),
    ageMin: row.age_min,
    ageMax: row.age_max,
    reach: row.reach,
    x: row.x ?? Number.NaN,
    y: row.y ?? Number.NaN,
    z: row.z ?? Number.NaN,
    level: row.level,
    incognito: row.incognito,
    hidesAge: row.hide_age,
    hidesDistance: row.hide_distance,
    photoChecked: row.photo_checked,
    intention: row.intention,
    basics: (row.basics ?? {}) as Values,
    filters: filters.length > 0 ? filters : null,
    fieldFilters: fieldFilters.length > 0 ? fieldFilters : null,
    answers: row.fields as Readonly<Record<string, FieldValue>>,
  }
}

const OTHERS = bitOf('non-binary')

const isWanted = (one: FitPerson, other: FitPerson): boolean =>
  (one.wants & other.shownTo) > 0 || ((other.shownTo & OTHERS) > 0 && one.ownWords.includes(other.gender))

const wantsAge = (one: FitPerson, other: FitPerson): boolean =>
  one.ageMin <= other.age && other.age <= one.ageMax && (!other.hidesAge || hasNoAges(one))

const hasNoAges = ({ ageMin, ageMax }: FitPerson): boolean => ageMin <= YOUNGEST && ageMax >= OLDEST

function areWithinReach(one: FitPerson, other: FitPerson): boolean {
  const reach = Math.min(one.reach ?? Infinity, other.reach ?? Infinity)
  if (reach === Infinity) return true
  if (one.hidesDistance || other.hidesDistance) return false
  if (leastDistances[Math.max(one.level, other.level)]! > reach) return false
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2 <= reach * reach
}

/** Missing details meet every dealbreaker. */
function meets({ filters, fieldFilters }: FitPerson, other: FitPerson): boolean {
  const isMet = (name: string, filter: unknown): boolean => {
    if (name === 'checkedOnly') return filter !== true || other.photoChecked
    const value = name === 'intention' ? other.intention : other.basics[name]
    return typeof value !== 'string' || (filter as readonly string[]).includes(value)
  }
  return (
    (filters === null || filters.every(([name, filter]) => isMet(name, filter))) &&
    (fieldFilters === null || fieldFilters.every((own) => isFieldMet(own, other.answers[own.id])))
  )
}

type OwnFilter = { id: string; filter: FieldFilter; choices: readonly string[] | null }

/** Retired choices meet every dealbreaker, too. */
function isFieldMet({ filter, choices }: OwnFilter, answer: FieldValue | undefined): boolean {
  if (answer === undefined) return true
  if (!Array.isArray(filter)) return typeof answer !== 'number' || (filter.min <= answer && answer <= filter.max)
  const offered = [answer].flat().filter((choice) => choices?.includes(String(choice)))
  return offered.length === 0 || offered.some((choice) => filter.includes(String(choice)))
}

/** True if each of the two could be shown to the other. The cheapest conditions that exclude most people come first. */
export const isMutualFit = (one: FitPerson, other: FitPerson): boolean =>
  isWanted(one, other) &&
  isWanted(other, one) &&
  wantsAge(one, other) &&
  wantsAge(other, one) &&
  !one.incognito &&
  !other.incognito &&
  areWithinReach(one, other) &&
  meets(one, other) &&
  meets(other, one)
