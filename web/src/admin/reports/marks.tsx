import type { Priority, ReportStatus } from '@kindred/contract/moderation/reports'
import { Link } from '@tanstack/react-router'
import { Archive, Ban, Check, Hourglass, Loader } from 'lucide-react'
import { toReport } from '../../paths.ts'
import { Badge } from '../../ui/pieces.tsx'

const marks = {
  pending: ['warning', Hourglass],
  in_progress: ['info', Loader],
  resolved: ['positive', Check],
  closed: ['neutral', Archive],
  rejected: ['danger', Ban],
} as const

/** Where a report stands: its word as it is, with a sign and a colour. */
export function StatusBadge({ status }: { status: ReportStatus }) {
  const [tone, Icon] = marks[status]
  return (
    <Badge tone={tone}>
      <Icon className="i" size={14} aria-hidden="true" />
      {status}
    </Badge>
  )
}

/** Three bars and the word; only what is critical is coloured. */
export const PriorityMark = ({ priority }: { priority: Priority }) => (
  <span className="prio" data-p={priority}>
    <span className="bars" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    {priority}
  </span>
)

/** The way to a report, by how it is called here. */
export const ReportLink = ({ id }: { id: string }) => (
  <Link className="mono" {...toReport(id)}>
    {shortId(id)}
  </Link>
)

/** The last six signs of an id: how reports are called here. */
export const shortId = (id: string): string => id.slice(-6)

export const isOpen = ({ status }: { status: ReportStatus }): boolean =>
  status === 'pending' || status === 'in_progress'
