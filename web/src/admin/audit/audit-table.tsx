import type { AuditEntry } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { usePrice } from '../../api/use-price.ts'
import { paths, toReport, toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { ValueChange } from '../../ui/value-change.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { shortId } from '../reports/short-id.ts'
import { type Change, changesIn, currenciesOf, isId, type Value } from './changes.ts'
import { useFieldName } from './field-names.ts'
import { isAboutReport, useSentence } from './sentences.ts'
import { UserLink } from '../user-link.tsx'
import { useMay } from '../../session/rights.ts'
import { useProblemType } from '../../api/use-problem-type.ts'
import { useLinkReasons } from '../account-links/words.ts'
import { usePhotoProblems, useVoiceProblems } from '../reviews/words.ts'
import { useMatchKinds } from '../duplicate-photos/words.ts'
import { useGenderName } from '../state-words.ts'
import { useFilterNames } from '../users/filter-names.ts'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { usePartNames } from '../configuration/part-names.ts'
import { useListNames } from '../configuration/words.ts'
import { useRuleWords } from '../monitoring/words.ts'
import { useReportWords } from '../reports/words.ts'
import { useRoleNames } from '../role-names.ts'
import { useAnswerNames } from '../blind-reviews/words.ts'

type Words = Readonly<Record<string, string>>

/** Texts for values that the log stores as codes, such as a report's status or a decision's kind. */
function useValueWords(): (action: string, field: string, value: string) => string {
  const { t } = useLingui()
  const { statuses, priorities } = useReportWords()
  const { states, violations }: Record<string, Words> = useDecisionWords()
  const rules = useRuleWords()
  const roles: Words = useRoleNames()
  const lists = useListNames()
  const [filters, typeName, genderName] = [useFilterNames(), useProblemType(), useGenderName()]
  const ofReports: Words = { ...statuses, ...priorities }
  const byField: Record<string, Words> = {
    kind: {
      ...useAnswerNames(),
      deactivate: t`Deactivation`,
      role: t`Role`,
      bulk: t`Bulk action`,
      decision: t`Decision`,
    },
    role: roles,
    category: violations,
    why: { ...useLinkReasons(), ...useMatchKinds() },
    problem: Object.fromEntries([...usePhotoProblems(), ...useVoiceProblems()].map(({ value, name }) => [value, name])),
    type: { vip: filters.vip, free: filters.free },
    changed: usePartNames(),
    lists: Object.fromEntries(Object.entries(lists).map(([list, [name]]) => [list, name])),
    rule: Object.fromEntries(Object.entries(rules).map(([rule, [name]]) => [rule, name])),
  }
  const ofAction = (action: string): Words => {
    if (isAboutReport(action)) return ofReports
    if (action.startsWith('decision.') || /^account\.(de)?activated$/.test(action)) return states
    return action === 'staff-role.changed' ? roles : {}
  }
  return (action, field, value) => {
    if (field === 'gender' && value) return genderName(value)
    if (field === 'problem_type') return typeName(value)
    return byField[field]?.[value] ?? ofAction(action)[value] ?? value
  }
}

const people = new Set(['other', 'reader', 'reporter', 'about', 'subject', 'actor'])

const lists = {
  batch: paths.batches,
  approval: paths.approvals,
  appeal: paths.appeals,
  look: paths.blindReviews,
} as const
const isListed = (field: string): field is keyof typeof lists => field in lists

/** An id as the lists show it: the beginning for users, the end for everything else. */
const recordId = (field: string, id: string): string => (people.has(field) ? id.slice(0, 8) : shortId(id))

type Props = { field: string; id: string; entry: AuditEntry }

/** The id of a record, linked to its page if there is one. Decisions are shown on the user's page. */
function RecordLink({ field, id, entry: { subject } }: Props) {
  const mayReadUsers = useMay()('users.read')
  const shown = <span className="tabular-nums tracking-[0.01em]">{recordId(field, id)}</span>
  if (field === 'report' || field === 'report_id') return <Link {...toReport(id)}>{shown}</Link>
  if (isListed(field)) return <Link to={lists[field]}>{shown}</Link>
  if (!mayReadUsers) return shown
  if (people.has(field)) return <Link {...toUser(id)}>{shown}</Link>
  if (subject && (field === 'decision' || field === 'decision_id')) return <Link {...toUser(subject._id)}>{shown}</Link>
  return shown
}

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
        { head: t`Event`, bare: 'lead', cell: (entry) => <Sentence entry={entry} /> },
        { head: t`Subject`, bare: true, cell: (entry) => <About entry={entry} /> },
        { head: t`Reason`, bare: true, cell: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
        { head: t`Details`, bare: true, cell: (entry) => <Details entry={entry} /> },
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

/** The details of an entry. Values that were erased with an account leave only the names of their fields. */
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
  const [technical, others] = [changes.filter(isChecksum), changes.filter((change) => !isChecksum(change))]
  return (
    <div className="text-small max-w-96 wrap-anywhere">
      <Lines changes={others} entry={entry} />
      {technical.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{t`Details`}</summary>
          <Lines changes={technical} entry={entry} />
        </details>
      )}
    </div>
  )
}

const isChecksum = ({ path }: Change): boolean => path.at(-1) === 'head'

const Lines = ({ changes, entry }: { changes: readonly Change[]; entry: AuditEntry }) => (
  <ul className="grid gap-0.5">
    {changes.map((change) => (
      <Line key={change.path.join('.')} change={change} entry={entry} />
    ))}
  </ul>
)

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
        <ValueChange before={shown(before, field, currencies?.before)} after={shown(after, field, currencies?.after)} />
      ) : typeof after === 'string' && isId(after) ? (
        <RecordLink field={field} id={after} entry={entry} />
      ) : (
        <bdi>{shown(after, field, currencies?.after)}</bdi>
      )}
    </li>
  )
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
