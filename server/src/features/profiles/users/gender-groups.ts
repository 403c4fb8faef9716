import { genderGroups, type GenderGroup } from '@kindred/contract'

export const isGenderGroup = (gender: string): gender is GenderGroup => genderGroups.some((group) => group === gender)

/** Like `shown_to` in the database. Members who haven't chosen are shown as non-binary people. */
export function shownToOf(gender: string, chosen: readonly string[] | null): GenderGroup[] {
  const lowered = gender.toLowerCase()
  if (isGenderGroup(lowered)) return [lowered]
  const groups = genderGroups.filter((group) => chosen?.includes(group))
  return groups.length > 0 ? groups : ['non-binary']
}
