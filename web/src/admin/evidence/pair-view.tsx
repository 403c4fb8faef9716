import { callsOf } from '@kindred/contract/calls'
import { type PairPerson, pairs, type ReportPair } from '@kindred/contract/moderation/pairs'
import type { Report } from '@kindred/contract/moderation/report'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../api/send.ts'
import { readQuery } from '../../api/queries.ts'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useReportKind } from '../../api/report-details.ts'
import { useWithReason } from '../access-reasons.ts'
import { useReportWords } from '../reports/words.ts'
import { DecideAbout } from './decide-about.tsx'
import { Messages } from './messages.tsx'

const pairing = callsOf(pairs, send)

/** Both people in a report: their match, blocks, strikes, reports about each other, and messages. */
export default function PairView({ report: { _id: id, byRule = false } }: { report: Report }) {
  const { t } = useLingui()
  const { data } = useQuery({
    ...readQuery(['getReportPair', id], () => pairing.getReportPair({ params: { id } })),
    select: (answer) => answer.data.pair,
  })
  if (!data) return null
  return (
    <section className="card grid gap-4" aria-labelledby="pair">
      <h2 id="pair">{t`History`}</h2>
      <Match match={data.match} />
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Side role={byRule ? t`Reader` : t`Reporter`} person={data.reporter} other={data.reported.name} />
        <Side role={t`Reported person`} person={data.reported} other={data.reporter.name} />
      </div>
      {data.match && data.match.messages > 0 && <Conversation id={id} about={data.reported._id} byRule={byRule} />}
    </section>
  )
}

function Match({ match }: Pick<ReportPair, 'match'>) {
  const { t } = useLingui()
  const { day } = useFormats()
  if (!match) return <p>{t`They never matched.`}</p>
  const since = day(match.since)
  const end = match.endedAt && day(match.endedAt)
  return (
    <p>
      {end ? t`Matched on ${since}, ended on ${end}.` : t`Matched since ${since}.`}{' '}
      <Plural value={match.messages} _0="No messages." one="# message." other="# messages." />
    </p>
  )
}

type SideProps = { role: string; person: PairPerson; other: string }

function Side({ role, person: { name, strikes, hasBlocked, reports }, other }: SideProps) {
  const { t } = useLingui()
  const { day, series } = useFormats()
  const { statuses } = useReportWords()
  const kindName = useReportKind()
  const count = reports.length
  return (
    <section className="grid min-w-0 content-start gap-1" aria-label={role}>
      <p className="text-muted text-caption">{role}</p>
      <b className="wrap-anywhere" dir="auto">
        {name}
      </b>
      <p className="text-small">
        <Plural value={strikes} _0="No strikes" one="# strike" other="# strikes" />
      </p>
      <p className="text-small">{hasBlocked ? t`Blocked ${other}` : t`Hasn’t blocked ${other}`}</p>
      <p className="text-small">
        {count === 0 ? t`No other reports about ${other}` : t`Other reports about ${other}: ${count}`}
      </p>
      <ul className="text-small grid gap-1">
        {reports.map(({ _id, type, detail, status, createdAt }) => (
          <li key={_id}>
            <Link {...toReport(_id)} className="pointer-coarse:py-3">
              {kindName(type, detail)}
            </Link>
            <span className="block text-muted">{series(statuses[status], day(createdAt))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Messages are private, so staff give a reason to see them. */
function Conversation({ id, about, byRule }: { id: string; about: string; byRule: boolean }) {
  const { t } = useLingui()
  const open = useWithReason(`evidence ${id}`, t`Give a reason to see the messages.`, (input) =>
    pairing.getPairMessages({ params: { id }, ...input }),
  )
  const messages = open.data?.data.messages
  if (messages)
    return (
      <Messages
        messages={messages}
        byRule={byRule}
        actionsFor={(message) => <DecideAbout about={about} reportId={id} message={message} />}
      />
    )
  return (
    <Button tone="quiet" size="sm" className="justify-self-start" busy={open.isPending} onClick={() => open.mutate()}>
      <Trans>Show messages</Trans>
    </Button>
  )
}
