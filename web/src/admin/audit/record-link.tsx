import type { AuditEntry } from '@kindred/contract/operations/audit'
import { paths, toReport, toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useMay } from '../../session/rights.ts'
import { shortId } from '../reports/short-id.ts'

/** Fields with the id of a user. */
const people = new Set(['other', 'reader', 'reporter', 'about', 'subject', 'actor'])

/** Fields with the id of something that a list has. */
const lists = {
  batch: paths.batches,
  approval: paths.approvals,
  appeal: paths.appeals,
  look: paths.secondLooks,
} as const
const isListed = (field: string): field is keyof typeof lists => field in lists

/** An id as the lists write it: of users its beginning, of all else its end. */
export const recordId = (field: string, id: string): string => (people.has(field) ? id.slice(0, 8) : shortId(id))

type Props = { field: string; id: string; entry: AuditEntry }

/** The id of a record, which leads to its page where it has one. Decisions are on the page of the user. */
export function RecordLink({ field, id, entry: { subject } }: Props) {
  const mayReadUsers = useMay()('users.read')
  const shown = <span className="tabular-nums tracking-[0.01em]">{recordId(field, id)}</span>
  if (field === 'report' || field === 'report_id') return <Link {...toReport(id)}>{shown}</Link>
  if (isListed(field)) return <Link to={lists[field]}>{shown}</Link>
  if (!mayReadUsers) return shown
  if (people.has(field)) return <Link {...toUser(id)}>{shown}</Link>
  if (subject && (field === 'decision' || field === 'decision_id')) return <Link {...toUser(subject._id)}>{shown}</Link>
  return shown
}
