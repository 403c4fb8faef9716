import type { ReportStatus } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'

export function useStatusWords(): Record<ReportStatus, string> {
  const { t } = useLingui()
  return {
    pending: t`Waiting`,
    in_progress: t`In review`,
    resolved: t`Resolved`,
    closed: t`Closed`,
    rejected: t`No violation found`,
  }
}
