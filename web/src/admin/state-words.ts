import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { useOwnValues } from '../api/use-own-values.ts'
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

function useGenderNames(): ReadonlyMap<string, string> {
  const { t } = useLingui()
  const { genders } = useOwnValues()
  return new Map([
    ['woman', t`Woman`],
    ['man', t`Man`],
    ['non-binary', t`Non-binary`],
    ['not-specified', t`Not-specified`],
    // Statistics count all genders in members' own words together.
    ['other', t({ message: 'Other', context: 'gender' })],
    ...(genders ?? []).flatMap(({ id, label }): [string, string][] => (label ? [[id, label]] : [])),
  ])
}

/** Names of genders, the operator’s first. Genders in a member's own words are shown as written. */
export function useGenderName(): (gender: string) => string {
  const names = useGenderNames()
  return (gender) => names.get(gender) ?? capitalised(gender)
}

/** The text of a field for a gender, and back. Others than ours are written as they are stored. */
export function useGenderText() {
  const names = useGenderNames()
  return {
    textOf: (gender: string): string => names.get(gender) ?? gender,
    genderIn: (text: string): string => [...names].find(([, name]) => name === text)?.[0] ?? text,
  }
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
