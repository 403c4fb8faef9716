import type { Priority, ReportStatus } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'

export function useUnsentText(): string {
  const { t } = useLingui()
  return t`Your reply isn’t sent. Send or delete it first.`
}

export function useReportWords(): { statuses: Record<ReportStatus, string>; priorities: Record<Priority, string> } {
  const { t } = useLingui()
  return {
    statuses: {
      pending: t`Pending`,
      in_progress: t`In progress`,
      resolved: t`Resolved`,
      closed: t`Closed`,
      rejected: t({ message: 'Rejected', context: 'report' }),
    },
    priorities: {
      critical: t`Critical`,
      high: t`High`,
      medium: t`Medium`,
      other: t({ message: 'Other', context: 'priority' }),
    },
  }
}
