import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { CheckCheck, MessageSquare } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortBy } from '../../ui/sort-head.tsx'
import { useDesk, useFull, useRoom } from '../../ui/use-wide.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'
import { LabelList } from '../labels/label-list.tsx'
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
  /** The order in the URL. Empty for the newest first. */
  order: NonNullable<KnownParams['order']> | ''
  onOrder: (order: Props['order']) => void
  onReply: (report: Report) => void
  onResolve: (report: Report) => void
}

export function ReportsTable({ reports, at, isNarrow, selected, onSelect, ...acts }: Props) {
  const { t } = useLingui()
  const columns = useReportColumns(isNarrow, acts)
  const [isDesk, hasRoom, isFull] = [useDesk(), useRoom(), useFull()]
  // What isn't specified goes first where room is short. Phones have cards.
  const hasAdded = !isDesk || (isFull && !isNarrow)
  const hasBoxes = !isDesk || (hasRoom && !isNarrow)
  if (reports.length === 0) return <EmptyState title={t`No reports found matching your criteria.`} />
  return (
    <Table
      caption={t`Reports`}
      rows={reports}
      at={at}
      {...(hasBoxes && {
        selection: { selected, onChange: onSelect, all: t`Select all`, one: (id) => t`Select ${shortId(id)}` },
      })}
      keyOf={({ _id }) => _id}
      columns={columns.filter(({ isAdded }) => hasAdded || !isAdded)}
    />
  )
}

type ReportColumn = Column<Report> & { isAdded?: boolean }

function useReportColumns(
  isNarrow: boolean,
  { order, onOrder, ...acts }: Pick<Props, 'order' | 'onOrder' | 'onReply' | 'onResolve'>,
): ReportColumn[] {
  const { t } = useLingui()
  const typeName = useProblemType()
  const details = useReportDetail()
  const now = useNow()
  return [
    { head: t`ID`, cell: ({ _id }) => <ReportLink id={_id} /> },
    {
      head: t`Description`,
      bare: 'lead',
      cell: ({ description, labels }) => (
        <span className="grid">
          <Cut text={description} room={isNarrow ? 'desk:max-w-32' : 'desk:max-w-34 2xl:max-w-56'} />
          <span className="slim:hidden overflow-hidden">
            <LabelList labels={labels} most={1} />
          </span>
        </span>
      ),
    },
    {
      head: t`User`,
      bare: true,
      cell: ({ user }) => <Cut text={user.name} title={user.email ?? ''} room="desk:max-w-28" />,
    },
    {
      head: t`Type`,
      bare: true,
      cell: ({ problem_type, detail }) => (
        <span className={`grid ${isNarrow ? '' : 'desk:min-w-28'}`}>
          <Cut text={typeName(problem_type)} room="desk:max-w-32 2xl:max-w-40" />
          {detail && <Cut text={details[detail]} room="text-caption/4 text-muted desk:max-w-32 2xl:max-w-40" />}
        </span>
      ),
    },
    {
      head: t({ message: 'Reported', context: 'member' }),
      cell: ({ about }) => about && <Cut text={about.name} room="desk:max-w-24" />,
      isAdded: true,
    },
    {
      head: t`Priority`,
      bare: true,
      sort: sortBy(order, { ascending: 'leastUrgent', descending: 'priority', first: 'descending' }, onOrder),
      cell: (report) => <Priority report={report} />,
    },
    { head: t`Status`, bare: true, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      head: t`Assignee`,
      cell: ({ assignee }) => <Assignee name={assignee?.name} />,
      isAdded: true,
    },
    {
      head: t`Date`,
      bare: true,
      sort: sortBy(order, { ascending: 'oldest', descending: '', first: 'descending' }, onOrder),
      cell: ({ createdAt }) => <Day at={createdAt} now={now} />,
    },
    { head: t`Replies`, end: true, cell: ({ replyCount }) => replyCount },
    { head: t`Actions`, acts: true, cell: (report) => <Actions report={report} {...acts} /> },
  ]
}

/** The name has room on phones and wide windows. Elsewhere, it is the title of its letter. */
function Assignee({ name }: { name: string | undefined }) {
  const { t } = useLingui()
  if (!name) return <span className="text-muted desk:hidden">{t`Unassigned`}</span>
  return (
    <span className="flex min-w-0 items-center gap-2" title={name}>
      <Avatar name={name} size={24} />
      <bdi className="max-w-28 min-w-0 truncate desk:max-2xl:sr-only">{name}</bdi>
    </span>
  )
}

/** Leaves out the current year. */
function Day({ at, now }: { at: string; now: number }) {
  const { day, shortDay, longDay } = useFormats()
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (
    <span className="whitespace-nowrap" title={longDay(at)}>
      {isThisYear ? shortDay(at) : day(at)}
    </span>
  )
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
        <span className="self-center text-caption whitespace-nowrap text-muted">{t`No reporter`}</span>
      ) : (
        <Button tone="quiet" size="sm" title={t`Reply`} aria-label={t`Reply to ${id}`} onClick={() => onReply(report)}>
          <MessageSquare size={16} />
          {/* Narrower rows would hide the number of replies in languages with longer words. */}
          <span className="desk:max-2xl:hidden">{t`Reply`}</span>
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
