import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { capitalised } from './dashboard/figures.ts'

/** The state of an account in words. */
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

/** Names of genders. People may have written their own, which is shown as it is. */
export function useGenderName(): (gender: string) => string {
  const { t } = useLingui()
  const names = new Map([
    ['woman', t`Woman`],
    ['man', t`Man`],
    ['non-binary', t`Non-binary`],
    ['not-specified', t`Not-specified`],
    // All that people have written themselves, where they are counted.
    ['other', t({ message: 'Other', context: 'gender' })],
  ])
  return (gender) => names.get(gender) ?? capitalised(gender)
}

/** Names of gender groups, as several people. */
export function useGroupName(): (genderGroup: string) => string {
  const { t } = useLingui()
  const names: Partial<Record<string, string>> = {
    woman: t`Women`,
    man: t`Men`,
    'non-binary': t`Non-binary people`,
  }
  return (genderGroup) => names[genderGroup] ?? genderGroup
}
