import type { PlanName } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'

export function usePlanWords(): Record<PlanName, string> {
  const { t } = useLingui()
  return { monthly: t`Monthly`, quarterly: t`Quarterly`, annual: t`Annual` }
}
