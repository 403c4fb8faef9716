import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { capitalised } from './dashboard/stats.ts'

export function useStateWords(): Record<AdminUser['state'], string> {
  const { t } = useLingui()
  return {
    active: t`Active`,
    paused: t`Paused`,
    deactivated: t`Deactivated`,
    suspended: t`Suspended`,
    banned: t`Banned`,
    deleting: t`Being deleted`,
    erased: t`Deleted`,
  }
}

/** Names of genders. Genders in a member's own words are shown as written. */
export function useGenderName(): (gender: string) => string {
  const { t } = useLingui()
  const names = new Map([
    ['woman', t`Woman`],
    ['man', t`Man`],
    ['non-binary', t`Non-binary`],
    ['not-specified', t`Not-specified`],
    // Statistics count all genders in members' own words together.
    ['other', t({ message: 'Other', context: 'gender' })],
  ])
  return (gender) => names.get(gender) ?? capitalised(gender)
}

export function useGroupName(): (genderGroup: string) => string {
  const { t } = useLingui()
  const names: Partial<Record<string, string>> = {
    woman: t`Women`,
    man: t`Men`,
    'non-binary': t`Non-binary people`,
  }
  return (genderGroup) => names[genderGroup] ?? genderGroup
}
