import { genderGroups, type GenderGroup } from '@kindred/contract'

/** Whether a gender is one of those that people look for, and not in own words. */
export const isGenderGroup = (gender: string): gender is GenderGroup => genderGroups.some((group) => group === gender)

/** To whom a member is shown, as `shown_to` in the database. Those who weren't asked are shown as non-binary people. */
export function shownToOf(gender: string, chosen: readonly string[] | null): GenderGroup[] {
  const lowered = gender.toLowerCase()
  if (isGenderGroup(lowered)) return [lowered]
  const groups = genderGroups.filter((group) => chosen?.includes(group))
  return groups.length > 0 ? groups : ['non-binary']
}
