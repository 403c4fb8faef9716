import { useLingui } from '@lingui/react/macro'

export function useFilterNames() {
  const { t } = useLingui()
  return {
    all: t`All`,
    active: t`Active`,
    inactive: t`Inactive`,
    online: t`Online`,
    verified: t`Verified`,
    vip: t`VIP`,
    free: t({ message: 'Free', context: 'plan' }),
    newest: t`Newest first`,
    oldest: t`Oldest first`,
    name: t`Name, A to Z`,
    nameDescending: t`Name, Z to A`,
    lastActive: t`Recently active first`,
    longestInactive: t`Longest inactive first`,
  }
}
