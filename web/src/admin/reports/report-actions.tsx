import { transitions, type Report, type ReportStatus } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { reportErrorText, texts } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { usePageKeys } from '../../ui/list-keys.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { isOpen } from './marks.tsx'
import { useSetStatus } from './use-reports.ts'

/** The next possible statuses. Reopening asks for a reason. */
export function ReportActions({ report }: { report: Report }) {
  const { t } = useLingui()
  const [alert, setAlert] = useState<string>()
  const [reopening, setReopening] = useState(false)
  const setStatus = useSetStatus((error) => setAlert(reportErrorText(error, texts.reportStatus)))
  const names: Record<ReportStatus, string> = {
    pending: t`Unassign`,
    in_progress: report.status === 'pending' ? t`Assign to me` : t`Reopen`,
    resolved: t`Resolve`,
    closed: t`Close`,
    rejected: t`Reject`,
  }
  const move = (status: ReportStatus, reason?: string) => {
    setAlert(undefined)
    setStatus.mutate({ report, status, ...(reason ? { reason } : {}) }, { onSuccess: () => setReopening(false) })
  }
  usePageKeys({ e: isOpen(report) && !setStatus.isPending ? () => move('resolved') : undefined })
  const isClosed = ['resolved', 'rejected', 'closed'].includes(report.status)
  return (
    <section className="card grid gap-3" aria-label={t`Actions`}>
      <ErrorNote>{alert}</ErrorNote>
      <div className="flex flex-wrap gap-2">
        {transitions[report.status].map((status) => (
          <Button
            key={status}
            tone={status === 'resolved' ? 'primary' : 'quiet'}
            size="sm"
            busy={setStatus.isPending}
            {...(status === 'resolved' ? { 'aria-keyshortcuts': 'e' } : {})}
            onClick={() => (isClosed && status === 'in_progress' ? setReopening(true) : move(status))}
          >
            {names[status]}
          </Button>
        ))}
      </div>
      {report.assignee && <p className="text-muted text-caption">{t`Assigned to ${report.assignee.name}`}</p>}
      {reopening && (
        <ReasonDialog
          title={t`Reopen this report?`}
          label={t`Reason`}
          go={t`Reopen`}
          busy={setStatus.isPending}
          onClose={() => setReopening(false)}
          onGo={(reason) => move('in_progress', reason)}
        />
      )}
    </section>
  )
}
