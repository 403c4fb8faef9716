import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../session/store.ts'

/** Other staff may ask for a ban, too, so that “another” would be wrong. */
export function useApprovalText(): string {
  const { t } = useLingui()
  const isAdministrator = useSession(({ user }) => user?.isAdmin)
  return isAdministrator
    ? t`Another administrator has to approve this first.`
    : t`An administrator has to approve this first.`
}

export function useWaitingText() {
  const { t } = useLingui()
  const approvalText = useApprovalText()
  return ({ takesEffectAt }: Pick<Approval, 'takesEffectAt'>): string =>
    takesEffectAt
      ? t`No other administrator can approve this, so it takes effect after 72 hours unless one objects.`
      : approvalText
}
