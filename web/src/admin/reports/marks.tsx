import type { Priority, ReportStatus } from '@kindred/contract/moderation/report'
import { Archive, Ban, Check, Hourglass, Loader } from 'lucide-react'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useReportWords } from './words.ts'
import { shortId } from './short-id.ts'

const marks = {
  pending: ['warning', Hourglass],
  in_progress: ['info', Loader],
  resolved: ['positive', Check],
  closed: ['neutral', Archive],
  rejected: ['danger', Ban],
} as const

export function StatusBadge({ status }: { status: ReportStatus }) {
  const [tone, Icon] = marks[status]
  const { statuses } = useReportWords()
  return (
    <Badge tone={tone}>
      <Icon className="icon" size={14} />
      {statuses[status]}
    </Badge>
  )
}

const heights = ['h-[45%]', 'h-[72%]', 'h-full']
const bars: Record<Priority, number> = { critical: 3, high: 3, medium: 2, other: 1 }

/** Three bars and a word. Only critical reports are colored. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const { priorities } = useReportWords()
  return (
    <span
      className={
        'inline-flex items-center gap-[0.4rem] whitespace-nowrap ' +
        `${priority === 'critical' ? 'font-medium text-danger' : ''}`
      }
    >
      <span className="inline-flex h-3 items-end gap-0.5" aria-hidden="true">
        {heights.map((height, at) => (
          <i
            key={height}
            className={
              `w-[3px] rounded-[1px] ${height} ` +
              `${at >= bars[priority] ? 'bg-(--neutral-soft)' : priority === 'critical' ? 'bg-danger' : 'bg-ink-2'}`
            }
          />
        ))}
      </span>
      {priorities[priority]}
    </span>
  )
}

export const ReportLink = ({ id }: { id: string }) => (
  <Link className="tabular-nums tracking-[0.01em]" {...toReport(id)}>
    {shortId(id)}
  </Link>
)

export const isOpen = ({ status }: { status: ReportStatus }): boolean =>
  status === 'pending' || status === 'in_progress'
