import { type Configuration, invalidField, message, type ProfileValue, type ProfileValues } from '@kindred/contract'
import { ourValues } from '@kindred/contract/profiles/our-values'
import { isDeepStrictEqual } from 'node:util'
import { withRetired } from './retired-fields.ts'

const lists = ['prompts', 'intentions', 'interests', 'genders', 'basics'] as const
type List = (typeof lists)[number]
/** Retired values of these come off profiles (profiles/values/jobs.ts). */
const retirable: readonly List[] = ['prompts', 'intentions', 'basics']

const asInstalled = (list: List): ProfileValue[] => ourValues[list].map((id) => ({ id }))

/** Only ours have words without the operator. */
function assertWords(list: List, values: readonly ProfileValue[]): void {
  const at = values.findIndex(({ id, label }) => label === undefined && !ourValues[list].includes(id))
  if (at < 0) return
  throw invalidField(`configuration.profileValues.${list}.${at}.label`, message('This field is required.'))
}

/** A version without a list, as an earlier one may be, has ours. */
function settled(list: List, before: ProfileValues, wanted: ProfileValues, now: Date) {
  const next: ProfileValue[] = wanted[list] ?? asInstalled(list)
  assertWords(list, next)
  const all = retirable.includes(list) ? withRetired(before[list] ?? asInstalled(list), next, now) : next
  return isDeepStrictEqual(all, asInstalled(list)) ? [] : [[list, all] as const]
}

/** The values of a new version. Lists that are as installed are left out. */
export function keepRetiredValues(before: Configuration, wanted: Configuration, now: Date): Configuration {
  const { profileValues = {}, ...others } = wanted
  const set = lists.flatMap((list) => settled(list, before.profileValues ?? {}, profileValues, now))
  const own = profileValues.ownGenders === false ? { ownGenders: false } : {}
  const next = { ...Object.fromEntries(set), ...own }
  return Object.keys(next).length === 0 ? others : { ...others, profileValues: next }
}
