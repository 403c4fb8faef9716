import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'

/** What is said once something was asked for that another administrator has to approve. */
export function useWaitingText() {
  const { t } = useLingui()
  return ({ takesEffectAt }: Pick<Approval, 'takesEffectAt'>): string =>
    takesEffectAt
      ? t`Nobody else can approve this, so it takes effect after 24 hours.`
      : t`Another administrator has to approve this first.`
}
