import { useLingui } from '@lingui/react/macro'
import { usePlanWords } from '../../api/plan-words.ts'

export function useNames(): Record<string, string> {
  const { t } = useLingui()
  const plans = usePlanWords()
  return {
    active: t({ message: 'Active', context: 'subscription' }),
    trialing: t`Trial`,
    past_due: t`Past due`,
    canceled: t`Ended`,
    incomplete: t`Payment pending`,
    incomplete_expired: t`Never paid`,
    ...plans,
  }
}
