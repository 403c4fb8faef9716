import type { Subscription } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'

export function useStatuses(): Record<Subscription['status'], string> {
  const { t } = useLingui()
  return {
    incomplete: t`Not paid yet`,
    incomplete_expired: t`Never paid`,
    trialing: t`Trial`,
    active: t({ message: 'Active', context: 'subscription' }),
    past_due: t`Past due`,
    canceled: t`Ended`,
  }
}
