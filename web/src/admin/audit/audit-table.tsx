import type { AuditEntry } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'

/** Lines of the log, the newest first. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <Table
      caption={t`Audit log`}
      rows={entries}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t`When`,
          cell: ({ at }) => <span className="whitespace-nowrap">{formats.dayAndTime(at)}</span>,
        },
        { head: t`Done by`, cell: ({ actor }) => actor.name },
        { head: t`Action`, cell: ({ action }) => <span className="tabular-nums tracking-[0.01em]">{action}</span> },
        {
          head: t`User`,
          cell: ({ subject }) =>
            subject ? <Link {...toUser(subject._id)}>{subject.name ?? subject._id.slice(0, 8)}</Link> : '–',
        },
        { head: t`Reason`, cell: ({ reason }) => reason ?? '–' },
        { head: t`Details`, cell: (entry) => <Details entry={entry} /> },
      ]}
    />
  )
}

/** Of what was erased with an account, the names of the fields are left. */
function Details({ entry: { details, fields, erased } }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const shownDetails = Object.entries(details)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
  return (
    <span className="text-small block max-w-96 break-words">
      {erased ? [t`Erased`, fields.join(', ')].filter(Boolean).join(': ') : shownDetails}
    </span>
  )
}
