import { type TimelineEntry, type TimelineKind, timelineKinds } from '@kindred/contract/moderation/user-details'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CreditCard, Flag, Gavel, type LucideIcon, MessageSquare, User } from 'lucide-react'
import { oneOf, withoutEmpty, withoutUndefined } from '../../api/params.ts'
import { backOffice } from '../../api/staff-client.ts'
import { paths, toPayment, toReport, toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { useMay } from '../../session/rights.ts'
import { chipClass, Spinner } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { ListProblem } from '../list-problem.tsx'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { StatusBadge } from '../reports/marks.tsx'
import { statusOf, useMoreText, useTimelineSentence } from './timeline-words.ts'

const icons: Record<TimelineKind, LucideIcon> = {
  reports: Flag,
  decisions: Gavel,
  payments: CreditCard,
  messages: MessageSquare,
  account: User,
}

type Props = { id: string; name: string }

/** Everything that happened to a user, as far as this viewer may see it. The audit log has what staff looked at. */
export function Timeline({ id, name }: Props) {
  const { t } = useLingui()
  const kind = oneOf(timelineKinds, useSearch<'/users/$id'>().show)
  const query = useInfiniteQuery({
    ...pagesQuery(['getTimeline', id, kind], (before) =>
      backOffice.getTimeline({ params: { id }, query: withoutUndefined({ kind, before: before || undefined }) }),
    ),
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flatMap(({ data }) => data.entries) ?? []
  return (
    <section className="card overflow-hidden p-0" aria-labelledby="timeline">
      <div className="flex min-h-8 items-center gap-3 pt-4 pe-4 pb-2 ps-5">
        <h2 id="timeline">{t`Timeline`}</h2>
        <IfAllowed may="audit">
          <Link className="ms-auto" to={paths.audit} search={{ about: id }}>{t`View in audit log`}</Link>
        </IfAllowed>
      </div>
      <Kinds id={id} kind={kind} />
      {query.isPending && <Spinner label={t`Loading timeline…`} />}
      <ListProblem query={query} />
      {query.isSuccess && entries.length === 0 && <p className="px-5 pb-4 text-muted">{t`No entries yet`}</p>}
      <ol aria-label={t`Timeline`} aria-busy={query.isPlaceholderData}>
        {entries.map((entry) => (
          <Row key={entry._id} entry={entry} subject={{ _id: id, name }} />
        ))}
      </ol>
      <LoadOlder query={query}>{t`Older`}</LoadOlder>
    </section>
  )
}

function Kinds({ id, kind }: { id: string; kind: TimelineKind | undefined }) {
  const { t } = useLingui()
  const may = useMay()
  const names: [kind: TimelineKind | undefined, name: string, isOpen?: boolean][] = [
    [undefined, t`All`],
    ['reports', t`Reports`, may('reports.read')],
    ['decisions', t`Decisions`],
    ['payments', t`Payments`, may('invoices')],
    ['messages', t`Messages`],
    ['account', t`Account`],
  ]
  return (
    <div role="group" aria-label={t`Show in the timeline`} className="flex flex-wrap gap-1.5 px-5 pb-3">
      {names
        .filter(([, , isOpen = true]) => isOpen)
        .map(([each, name]) => (
          <button
            key={name}
            type="button"
            className={`${chipClass(each === kind && 'on')} border-0 pointer-coarse:min-h-11`}
            aria-pressed={each === kind}
            onClick={() => void navigate({ ...toUser(id), search: withoutEmpty({ show: each }), replace: true })}
          >
            {name}
          </button>
        ))}
    </div>
  )
}

const idAt = ({ details }: TimelineEntry, name: string): string | undefined => {
  const value = details[name]
  return typeof value === 'string' ? value : undefined
}

function placeOf(entry: TimelineEntry) {
  const [report, payment] = [idAt(entry, 'report'), idAt(entry, 'payment') ?? idAt(entry, 'invoice')]
  if (report) return { may: 'reports.read', target: toReport(report) } as const
  if (payment) return { may: 'invoices', target: toPayment(payment) } as const
  return idAt(entry, 'appeal') ? ({ may: 'appeals', target: { to: paths.appeals } } as const) : null
}

type RowProps = { entry: TimelineEntry; subject: { _id: string; name: string } }

function Row({ entry, subject }: RowProps) {
  const formats = useFormats()
  const may = useMay()
  const sentence = useTimelineSentence(entry, subject)
  const more = useMoreText(entry)
  const place = placeOf(entry)
  const status = statusOf(entry)
  const Icon = icons[entry.kind]
  return (
    <li className="flex min-h-10 items-center gap-3 border-t border-line px-5 py-1.5 phone:flex-wrap phone:items-start phone:gap-y-0.5 phone:py-2">
      <Icon size={16} className="flex-none text-muted phone:mt-1" aria-hidden="true" />
      <span className="min-w-0 flex-1 desk:flex desk:items-baseline desk:gap-3">
        <span className="block min-w-0 wrap-anywhere desk:truncate" title={sentence}>
          {place && may(place.may) ? <Link {...place.target}>{sentence}</Link> : sentence}
        </span>
        {more && (
          <span
            className="block min-w-0 truncate text-small text-muted desk:flex-1 desk:basis-0"
            dir="auto"
            title={more}
          >
            {more}
          </span>
        )}
      </span>
      {status && <StatusBadge status={status} />}
      <time className="flex-none text-caption text-muted tabular-nums phone:w-full phone:ps-7" dateTime={entry.at}>
        {formats.dayAndTime(entry.at)}
      </time>
    </li>
  )
}
