import { priorities, transitions, type Report, type ReportStatus } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText, reportErrorText, texts } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { usePageKeys } from '../../ui/list-keys.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { isOpen } from './marks.tsx'
import { Claim } from './claim.tsx'
import { hasUnsentReply } from './use-interrupted-reply.ts'
import { useSetPriority, useSetStatus } from './use-reports.ts'
import { useReportWords, useUnsentText } from './words.ts'

/** The next possible statuses. Reopening asks for a reason. */
export function ReportActions({ report }: { report: Report }) {
  const { t } = useLingui()
  const unsentText = useUnsentText()
  const [alert, setAlert] = useState<string>()
  const [reopening, setReopening] = useState(false)
  const setStatus = useSetStatus((error) => setAlert(reportErrorText(error, texts.reportStatus)))
  const names: Record<ReportStatus, string> = {
    pending: t`Unassign`,
    in_progress: t`Reopen`,
    resolved: t`Resolve`,
    closed: t`Close`,
    rejected: t`Reject`,
  }
  const outcomes: Record<ReportStatus, string> = {
    pending: t`Unassigned.`,
    in_progress: t`Reopened.`,
    resolved: t`Report resolved.`,
    closed: t`Report closed.`,
    rejected: t`Report rejected.`,
  }
  const move = (status: ReportStatus, reason?: string) => {
    if (!isOpen({ status }) && hasUnsentReply(report._id)) return toast({ text: unsentText, bad: true })
    setAlert(undefined)
    setStatus.mutate(
      { report, status, ...(reason ? { reason } : {}) },
      {
        onSuccess: ({ data }) => {
          setReopening(false)
          if (!isOpen(report) || isOpen(data.report)) return
          const undo = () => setStatus.mutate({ report: data.report, status: 'in_progress', reason: t`Undone.` })
          toast({ text: outcomes[status], undo: { label: t`Undo`, run: undo } })
        },
      },
    )
  }
  usePageKeys({ e: isOpen(report) && !setStatus.isPending ? () => move('resolved') : undefined })
  const isClosed = ['resolved', 'rejected', 'closed'].includes(report.status)
  // Taking a waiting report is a claim of its own.
  const offered = transitions[report.status].filter((status) => isClosed || status !== 'in_progress')
  return (
    <section className="card grid gap-3" aria-label={t`Actions`}>
      <ErrorNote>{alert}</ErrorNote>
      {isOpen(report) && <Claim report={report} onFailure={(error) => setAlert(errorText(error))} />}
      <div className="flex flex-wrap gap-2">
        {offered.map((status) => (
          <Button
            key={status}
            // The decision about a person has the one strong button.
            tone={status === 'resolved' && !report.about ? 'primary' : 'quiet'}
            size="sm"
            busy={setStatus.isPending}
            {...(status === 'resolved' ? { 'aria-keyshortcuts': 'e' } : {})}
            onClick={() => (isClosed && status === 'in_progress' ? setReopening(true) : move(status))}
          >
            {names[status]}
          </Button>
        ))}
        {isOpen(report) && <SetPriority report={report} onFailure={(error) => setAlert(errorText(error))} />}
      </div>
      {isClosed && report.assignee && (
        <p className="text-muted text-caption">{t`Assigned to ${report.assignee.name}`}</p>
      )}
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

type PriorityProps = { report: Report; onFailure: (error: unknown) => void }

function SetPriority({ report, onFailure }: PriorityProps) {
  const { t } = useLingui()
  const words = useReportWords().priorities
  const set = useSetPriority(onFailure, () => toast({ text: t`Priority changed.` }))
  return (
    <Menu
      label={t`Change priority`}
      trigger={
        <Button tone="ghost" size="sm" busy={set.isPending}>
          {t`Change priority`}
        </Button>
      }
      items={priorities
        .filter((priority) => priority !== report.priority)
        .map((priority) => ({ label: words[priority], onSelect: () => set.mutate({ report, priority }) }))}
    />
  )
}
