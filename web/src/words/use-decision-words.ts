import type { DecisionKind, DecisionState, Violation } from '@kindred/contract/moderation/decisions'
import { useLingui } from '@lingui/react/macro'

function useDecisionStates(): Record<DecisionState, string> {
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

export function useDecisionWords() {
  const { t } = useLingui()
  const kinds: Record<DecisionKind, string> = {
    warn: t`Warning`,
    hide: t`Content removed`,
    limit: t`Restriction`,
    suspend: t`Suspension`,
    deactivate: t`Deactivation`,
    ban: t`Ban`,
  }
  const states = useDecisionStates()
  const violations: Record<Violation, string> = {
    harassment: t`Harassment`,
    hate: t`Hate`,
    threats: t`Threats`,
    sexual: t`Sexual content`,
    intimate_image: t`Intimate image`,
    minor: t`Under 18`,
    scam: t`Scam or fraud`,
    fake_profile: t`Fake profile`,
    spam: t`Spam`,
    privacy: t`Someone’s private information`,
    illegal: t`Illegal content or goods`,
    other: t`Something else`,
  }
  return { kinds, states, violations }
}
