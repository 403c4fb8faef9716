import type { StaffRole } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'

export function useRoleNames(): Record<StaffRole, string> {
  const { t } = useLingui()
  return {
    administrator: t`Admin`,
    moderator: t`Moderator`,
    support: t({ message: 'Support', context: 'role' }),
    analyst: t`Analyst`,
  }
}
