import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'

/** What to say when a change has to wait for approval instead. */
export function useWaitingText() {
  const { t } = useLingui()
  return ({ takesEffectAt }: Pick<Approval, 'takesEffectAt'>): string =>
    takesEffectAt
      ? t`No other administrator can approve this, so it takes effect after 72 hours unless one objects.`
      : t`Another administrator has to approve this first.`
}
