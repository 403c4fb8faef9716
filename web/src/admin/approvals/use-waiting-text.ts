import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'

export function useWaitingText() {
  const { t } = useLingui()
  return ({ takesEffectAt }: Pick<Approval, 'takesEffectAt'>): string =>
    takesEffectAt
      ? t`No other administrator can approve this, so it takes effect after 72 hours unless one objects.`
      : t`Another administrator has to approve this first.`
}
