import type { PlanName } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'

/** What the plans are called wherever one is spoken of. */
export function usePlanWords(): Record<PlanName, string> {
  const { t } = useLingui()
  return { monthly: t`Monthly`, quarterly: t`Quarterly`, annual: t`Annual` }
}
