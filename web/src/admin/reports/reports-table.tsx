import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { CheckCheck, ReplyIcon } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortBy } from '../../ui/sort-head.tsx'
import { useDesk, useRoom } from '../../ui/use-wide.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { DueMark } from './due.tsx'
import { isOpen, PriorityMark, ReportLink, StatusBadge } from './marks.tsx'
import { shortId } from './short-id.ts'

import type { KnownParams } from './use-reports.ts'
import { useReportDetail } from '../../api/report-details.ts'
import { useProblemType } from '../../api/use-problem-type.ts'

type Props = {
  reports: readonly Report[]
  at: number | null
  /** True while a quick look beside the table shows the whole description. */
  isNarrow: boolean
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** The order in the URL. Empty for the first due first. */
  order: NonNullable<KnownParams['order']> | ''
  onOrder: (order: Props['order']) => void
  onReply: (report: Report) => void
  onResolve: (report: Report) => void
}

export function ReportsTable({ reports, at, isNarrow, selected, onSelect, ...acts }: Props) {
  const { t } = useLingui()
  const columns = useReportColumns(isNarrow, acts)
  const isDesk = useDesk()
  const hasRoom = useRoom()
  // There, the row would end before the status.
  const isTablet = isDesk && !hasRoom
  if (reports.length === 0) return <EmptyState title={t`No reports found matching your criteria.`} />
  return (
    <Table
      caption={t`Reports`}
      rows={reports}
      at={at}
      selection={{ selected, onChange: onSelect, all: t`Select all`, one: (id) => t`Select ${shortId(id)}` }}
      keyOf={({ _id }) => _id}
      columns={columns.filter(
        ({ isInQuickLook, isForWide }) => !(isNarrow && isInQuickLook) && !(isTablet && isForWide),
      )}
    />
  )
}

type ReportColumn = Column<Report> & { isInQuickLook?: boolean; isForWide?: boolean }

function useReportColumns(
  isNarrow: boolean,
  { order, onOrder, ...acts }: Pick<Props, 'order' | 'onOrder' | 'onReply' | 'onResolve'>,
): ReportColumn[] {
  const { t } = useLingui()
  const typeName = useProblemType()
  const details = useReportDetail()
  const formats = useFormats()
  return [
    { head: t`ID`, cell: ({ _id }) => <ReportLink id={_id} /> },
    {
      head: t`Description`,
      cell: ({ description }) => <Cut text={description} room={isNarrow ? 'max-w-32' : 'max-w-38'} />,
    },
    {
      head: t`User`,
      cell: ({ user }) => <Cut text={user.name} title={user.email ?? ''} room="max-w-28" />,
      isInQuickLook: true,
    },
    {
      head: t`Type`,
      cell: ({ problem_type, detail }) => (
        <span className={`grid ${isNarrow ? '' : 'desk:min-w-28'}`}>
          <Cut text={typeName(problem_type)} room="max-w-36" />
          {detail && <Cut text={details[detail]} room="max-w-36 text-caption/4 text-muted" />}
        </span>
      ),
    },
    {
      head: t({ message: 'Reported', context: 'member' }),
      cell: ({ about }) => about && <Cut text={about.name} room="max-w-24" />,
      isInQuickLook: true,
      isForWide: true,
    },
    {
      head: t`Priority`,
      sort: sortBy(order, { ascending: 'leastUrgent', descending: 'priority', first: 'descending' }, onOrder),
      cell: (report) => <Priority report={report} />,
    },
    { head: t`Status`, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      head: t`Date`,
      sort: sortBy(order, { ascending: 'oldest', descending: 'newest', first: 'descending' }, onOrder),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formats.day(createdAt)}</span>,
      isInQuickLook: true,
    },
    { head: t`Replies`, end: true, cell: ({ replyCount }) => replyCount, isInQuickLook: true },
    { head: t`Actions`, acts: true, cell: (report) => <Actions report={report} {...acts} /> },
  ]
}

const Priority = ({ report }: { report: Report }) => (
  <span className="grid justify-items-start [&_span]:min-h-4!">
    <PriorityMark priority={report.priority} />
    <DueMark report={report} />
  </span>
)

const Cut = ({ text, title = text, room }: { text: string; title?: string; room: string }) => (
  <span className={`block min-w-0 truncate ${room}`} title={title} dir="auto">
    {text}
  </span>
)

function Actions({ report, onReply, onResolve }: { report: Report } & Pick<Props, 'onReply' | 'onResolve'>) {
  const { t } = useLingui()
  const id = shortId(report._id)
  return (
    <span className="flex justify-end gap-0.5 [&_svg]:flex-none">
      {report.byRule ? (
        <span className="text-caption text-muted self-center desk:max-w-28">{t`By a rule: no one to reply to`}</span>
      ) : (
        <Button tone="quiet" size="sm" aria-label={t`Reply to ${id}`} onClick={() => onReply(report)}>
          <ReplyIcon size={16} />
          {t`Reply`}
        </Button>
      )}
      <IconButton
        label={t`Mark ${id} as resolved`}
        tone="ghost"
        size="sm"
        disabled={!isOpen(report)}
        onClick={() => onResolve(report)}
      >
        <CheckCheck size={18} />
      </IconButton>
    </span>
  )
}
