import type { AuditEntry } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { shortId } from '../reports/short-id.ts'
import { changesIn, type Change } from './changes.ts'
import { useFieldName } from './field-names.ts'
import { useSentence } from './sentences.ts'
import { useValueWords } from './value-words.ts'
import { UserLink } from '../user-link.tsx'

/** Lines of the log, the newest first. */
export default function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
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
        { head: t`Event`, cell: (entry) => <Sentence entry={entry} /> },
        { head: t`Subject`, cell: (entry) => <About entry={entry} /> },
        { head: t`Reason`, cell: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
        { head: t`Details`, cell: (entry) => <Details entry={entry} /> },
      ]}
    />
  )
}

const Sentence = ({ entry }: { entry: AuditEntry }) => (
  <span className="block max-w-[32rem] font-medium wrap-anywhere">{useSentence(entry)}</span>
)

function About({ entry: { subject, action } }: { entry: AuditEntry }) {
  const { t } = useLingui()
  if (!subject) return '–'
  if (action === 'report.deleted') return shortId(subject._id)
  return action.startsWith('report.') ? (
    <Link {...toReport(subject._id)}>{t`Report ${shortId(subject._id)}`}</Link>
  ) : (
    <UserLink id={subject._id}>
      <bdi>{subject.name ?? subject._id.slice(0, 8)}</bdi>
    </UserLink>
  )
}

/** Of what was erased with an account, the names of the fields are left. */
function Details({ entry: { details, fields, erased, action } }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  if (erased)
    return (
      <span className="text-small">{[t`Erased`, fields.map(fieldName).join(', ')].filter(Boolean).join(': ')}</span>
    )
  const changes = changesIn(details)
  if (changes.length === 0) return '–'
  return (
    <ul className="text-small grid max-w-96 gap-0.5 wrap-anywhere">
      {changes.map((change) => (
        <Line key={change.path.join('.')} change={change} action={action} />
      ))}
    </ul>
  )
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

function Line({ change: { path, before, after }, action }: { change: Change; action: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = useValueWords()
  const fieldName = useFieldName()
  const shown = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    return isMoment(value) ? formats.dayAndTime(value) : words(action, path.at(-1) ?? '', value) || t`empty`
  }
  const label = path.map(fieldName).join(', ')
  return (
    <li>
      {label && <span className="text-muted">{label}: </span>}
      {before !== undefined && (
        <>
          <del className="text-muted">
            <bdi>{shown(before)}</bdi>
          </del>{' '}
          <span aria-hidden="true">→</span>{' '}
        </>
      )}
      {before === undefined ? (
        <bdi>{shown(after)}</bdi>
      ) : (
        <ins className="font-medium no-underline">
          <bdi>{shown(after)}</bdi>
        </ins>
      )}
    </li>
  )
}
