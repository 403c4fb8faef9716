import { ApiError, type Dealbreakers } from '@kindred/contract'

/** Filters that need premium. Without it, they stay saved and have no effect. */
export const paidFilters: readonly string[] = ['children', 'smoking', 'drinking', 'diet', 'religion', 'checkedOnly']

export const filterNeedsPremium = () =>
  new ApiError('premium_required', 'Filters for basics and verified photos are part of Premium.')

/** The filters that have an effect now. */
export const activeFilters = (filters: Dealbreakers, premium: boolean): Dealbreakers =>
  premium ? filters : Object.fromEntries(Object.entries(filters).filter(([name]) => !paidFilters.includes(name)))

/** The saved filters that have no effect until the member has premium again. */
export const inactiveFilters = (filters: Dealbreakers, premium: boolean): Dealbreakers =>
  premium ? {} : Object.fromEntries(Object.entries(filters).filter(([name]) => paidFilters.includes(name)))

/** Custom genders are searched as the group that they belong to. */
export function genderGroup(gender: string): string {
  const lowered = gender.toLowerCase()
  return ['woman', 'man'].includes(lowered) ? lowered : 'non-binary'
}
