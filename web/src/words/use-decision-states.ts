import type { DecisionState } from '@kindred/contract/moderation/decisions'
import { useLingui } from '@lingui/react/macro'

/** What the states of decisions are called, on the screens of decisions and in the audit log. */
export function useDecisionStates(): Record<DecisionState, string> {
  const { t } = useLingui()
  return {
    waiting: t`Waiting for approval`,
    declined: t({ message: 'Not approved', context: 'decision' }),
    in_force: t({ message: 'Active', context: 'decision' }),
    undone: t`Undone`,
    expired: t({ message: 'Expired', context: 'decision' }),
    lifted: t`Ended early`,
    overturned: t`Overturned`,
  }
}
