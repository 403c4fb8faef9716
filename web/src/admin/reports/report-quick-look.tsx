import type { Report } from '@kindred/contract/moderation/report'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { UserText } from '../../ui/user-text.tsx'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useIsStable } from '../../ui/use-is-stable.ts'
import { QuickLook } from '../quick-look.tsx'
import { DueMark } from './due.tsx'
import { isOpen, PriorityMark, StatusBadge } from './marks.tsx'
import { shortId } from './short-id.ts'
import { Person } from '../case/person.tsx'
import { useReportKind } from '../../api/report-details.ts'

type Props = {
  report: Report
  onClose: () => void
  onReply: (report: Report) => void
  onResolve: (report: Report) => void
}

export default function ReportQuickLook({ report, onClose, onReply, onResolve }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const kindName = useReportKind()
  const isStable = useIsStable(report._id)
  const { user, about, problem_type, description, createdAt, replyCount } = report
  const name = t`Report ${shortId(report._id)}`
  const replies = t`${plural(replyCount, { one: '# reply', other: '# replies' })}`
  return (
    <QuickLook
      name={name}
      title={
        <div className="grid gap-1.5">
          <h2 className="text-body tabular-nums">{name}</h2>
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge status={report.status} />
            <PriorityMark priority={report.priority} />
            <DueMark report={report} />
          </p>
        </div>
      }
      onClose={onClose}
      actions={
        <>
          {report.byRule ? (
            <span className="text-caption text-muted">{t`No reporter`}</span>
          ) : (
            <Button tone="quiet" size="sm" onClick={() => onReply(report)}>{t`Reply`}</Button>
          )}
          {isOpen(report) && <Button size="sm" onClick={() => onResolve(report)}>{t`Resolve`}</Button>}
          <Link {...toReport(report._id)} className="ms-auto">{t`Open report`}</Link>
        </>
      }
    >
      <div className="grid gap-1">
        <p className="text-muted text-caption">
          {formats.series(kindName(problem_type, report.detail), formats.dayAndTime(createdAt), replies)}
        </p>
        {report.assignee && <p className="text-muted text-caption">{t`Assigned to ${report.assignee.name}`}</p>}
        <UserText>{description}</UserText>
      </div>
      {isStable && (
        <>
          <Person role={t`Reported by`} person={user} />
          {about && <Person role={t`About`} person={about} acts={{ reportId: report._id }} />}
        </>
      )}
    </QuickLook>
  )
}
