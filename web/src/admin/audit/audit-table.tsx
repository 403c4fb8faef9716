import type { AuditEntry } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { usePrice } from '../../api/use-price.ts'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Became } from '../../ui/became.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { shortId } from '../reports/short-id.ts'
import { changesIn, currenciesOf, isId, type Change, type Value } from './changes.ts'
import { useFieldName } from './field-names.ts'
import { useSentence } from './sentences.ts'
import { useValueWords } from './value-words.ts'
import { recordId, RecordLink } from './record-link.tsx'
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
  <span className="block max-w-[32rem] md:min-w-44 font-medium wrap-anywhere">{useSentence(entry)}</span>
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
function Details({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const formats = useFormats()
  const fieldName = useFieldName()
  const { details, fields, erased } = entry
  if (erased)
    return (
      <span className="text-small">{[t`Erased`, formats.list(fields.map(fieldName))].filter(Boolean).join(': ')}</span>
    )
  const changes = changesIn(details)
  if (changes.length === 0) return '–'
  return (
    <ul className="text-small grid max-w-96 gap-0.5 wrap-anywhere">
      {changes.map((change) => (
        <Line key={change.path.join('.')} change={change} entry={entry} />
      ))}
    </ul>
  )
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

function Line({ change, entry }: { change: Change; entry: AuditEntry }) {
  const { path, before, after } = change
  const { t } = useLingui()
  const formats = useFormats()
  const words = useValueWords()
  const fieldName = useFieldName()
  const price = usePrice()
  const shown = (value: Value, field: string, currency?: string): string => {
    if (currency && typeof value === 'string' && value) return price(Number(value), currency)
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (typeof value === 'string') {
      if (isId(value)) return recordId(field, value)
      return isMoment(value) ? formats.dayAndTime(value) : words(entry.action, field, value) || t`empty`
    }
    if (isList(value)) return formats.list(value.map((each) => shown(each, field)))
    return formats.list(Object.entries(value).map(([key, each]) => `${fieldName(key)}: ${shown(each, key)}`))
  }
  const field = path.at(-1) ?? ''
  const currencies = currenciesOf(change, entry.details)
  const label = formats.series(...path.map(fieldName))
  return (
    <li>
      {label && <span className="text-muted">{label}: </span>}
      {before !== undefined ? (
        <Became before={shown(before, field, currencies?.before)} after={shown(after, field, currencies?.after)} />
      ) : typeof after === 'string' && isId(after) ? (
        <RecordLink field={field} id={after} entry={entry} />
      ) : (
        <bdi>{shown(after, field, currencies?.after)}</bdi>
      )}
    </li>
  )
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
