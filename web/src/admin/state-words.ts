import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'

/** The state of an account in words. */
export function useStateWords(): Record<AdminUser['state'], string> {
  const { t } = useLingui()
  return {
    active: t`Active`,
    paused: t`Paused`,
    deactivated: t`Deactivated`,
    suspended: t`Suspended`,
    banned: t`Banned`,
    deleting: t`Being deleted`,
    erased: t`Deleted`,
  }
}
