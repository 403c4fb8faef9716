import type { PairPerson, ReportPair } from '@kindred/contract/moderation/pairs'
import { Plural, useLingui } from '@lingui/react/macro'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useReportKind } from '../../api/report-details.ts'
import { useReportWords } from '../reports/words.ts'

type MatchProps = { pair: ReportPair; byRule: boolean | undefined }

/** A rule is no one's match, so its reports name both people. */
export function Match({ pair: { match, reporter, reported }, byRule }: MatchProps) {
  const { t } = useLingui()
  const { day } = useFormats()
  const [one, other] = [reported.name, reporter.name]
  if (!match) return <p>{byRule ? t`${one} and ${other} never matched.` : t`They never matched.`}</p>
  const since = day(match.since)
  const end = match.endedAt && day(match.endedAt)
  return (
    <p>
      {byRule
        ? end
          ? t`${one} and ${other} matched on ${since}. It ended on ${end}.`
          : t`${one} and ${other} have been matched since ${since}.`
        : end
          ? t`Matched on ${since}, ended on ${end}.`
          : t`Matched since ${since}.`}{' '}
      <Plural value={match.messages} _0="No messages." one="# message." other="# messages." />
    </p>
  )
}

type SideProps = {
  person: PairPerson
  other: string
  /** False leaves out what the person hasn't done to the other. */
  isListed?: boolean
}

export function PairFacts({ person: { strikes, hasBlocked, reports }, other, isListed = true }: SideProps) {
  const { t } = useLingui()
  const { day, series } = useFormats()
  const { statuses } = useReportWords()
  const kindName = useReportKind()
  const count = reports.length
  return (
    <ul className="text-small grid gap-0.5 text-ink-2">
      <li>
        <Plural value={strikes} _0="No strikes" one="# strike" other="# strikes" />
      </li>
      {(hasBlocked || isListed) && <li>{hasBlocked ? t`Blocked ${other}` : t`Hasn’t blocked ${other}`}</li>}
      {(count > 0 || isListed) && (
        <li>{count === 0 ? t`No other reports about ${other}` : t`Other reports about ${other}: ${count}`}</li>
      )}
      {reports.map(({ _id, type, detail, status, createdAt }) => (
        <li key={_id}>
          <Link {...toReport(_id)} className="pointer-coarse:py-3">
            {kindName(type, detail)}
          </Link>
          <span className="block text-muted">{series(statuses[status], day(createdAt))}</span>
        </li>
      ))}
    </ul>
  )
}
