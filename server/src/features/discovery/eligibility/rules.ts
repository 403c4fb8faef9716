import { ApiError, genderGroups, type Dealbreakers, type GenderGroup } from '@kindred/contract'

/** Filters that need premium. Without it, they stay saved and have no effect. */
export const paidFilters: readonly string[] = ['children', 'smoking', 'drinking', 'diet', 'religion', 'checkedOnly']

export const filterNeedsPremium = () =>
  new ApiError('premium_required', 'Filters for basics and verified photos are part of Premium.')

export const activeFilters = (filters: Dealbreakers, premium: boolean): Dealbreakers =>
  premium ? filters : Object.fromEntries(Object.entries(filters).filter(([name]) => !paidFilters.includes(name)))

export const inactiveFilters = (filters: Dealbreakers, premium: boolean): Dealbreakers =>
  premium ? {} : Object.fromEntries(Object.entries(filters).filter(([name]) => paidFilters.includes(name)))

/** The least distance that is shown, for each level of a published place, so that it is never finer than the cell. */
export const leastDistances: readonly number[] = [2, 5, 10, 25, 50]

/** The database's format for a set of groups (`seeks`). */
export const bitOf = (group: GenderGroup): number => 2 ** genderGroups.indexOf(group)
export const bitsOf = (groups: readonly GenderGroup[]): number => groups.reduce((bits, group) => bits | bitOf(group), 0)

/** All groups. */
export const EVERYONE = bitsOf(genderGroups)

export const groupsIn = (bits: number): GenderGroup[] => genderGroups.filter((group) => (bits & bitOf(group)) > 0)
export const groupsLabel = (bits: number | null): string | null => groupsIn(bits ?? 0).join('+') || null

/**
 * Splits wanted genders into groups and own words, in lower case. Own words narrow the search among non-binary people.
 */
export function parseWants(wants: readonly string[]) {
  const groups = genderGroups.filter((group) => wants.includes(group))
  const ownWords = wants.filter((each) => !genderGroups.some((group) => group === each))
  const isWithin = (group: GenderGroup) => groups.includes(group) || (group === 'non-binary' && ownWords.length > 0)
  return { groups, ownWords, within: genderGroups.filter(isWithin) }
}
