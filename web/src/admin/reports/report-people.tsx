import type { ReportPair } from '@kindred/contract/moderation/pairs'
import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Person } from '../case/person.tsx'
import { Match, PairFacts } from '../evidence/pair-facts.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useSigned } from '../signed.ts'
import { Clocks } from './clocks.tsx'

const AgeCard = lazy(() => import('../user/age-card.tsx'))

/** Undefined while the pair loads, which keeps its place so that nothing below it moves. */
type Props = { report: Report; pair: ReportPair | null | undefined }

/** The people of a report, and what is due. */
export default function ReportPeople(props: Props) {
  return (
    <>
      <People {...props} />
      {props.report.detail === 'underage' && props.report.about?._id && (
        <IfAllowed may="users.read">
          <Suspense>
            <AgeCard id={props.report.about._id} name={props.report.about.name} />
          </Suspense>
        </IfAllowed>
      )}
      <Clocks report={props.report} />
      <Why report={props.report} />
    </>
  )
}

function People({ report, pair }: Props) {
  const { t } = useLingui()
  const { user, about, _id: reportId, byRule } = report
  return (
    <section className="card @container grid gap-4" aria-label={t`People`}>
      {pair && <Match pair={pair} byRule={byRule} />}
      {pair === undefined && <Skeleton height="1.375rem" width="70%" />}
      <div className="grid gap-x-6 gap-y-4 @md:grid-cols-2">
        {about && (
          <Person role={t`About`} person={about} acts={{ reportId }}>
            {pair && <PairFacts person={pair.reported} other={pair.reporter.name} isListed={!byRule} />}
            {pair === undefined && <Skeleton height="3.75rem" />}
          </Person>
        )}
        {byRule && pair && (
          <Person role={t`Received the messages`} person={pair.reporter}>
            <PairFacts person={pair.reporter} other={pair.reported.name} />
          </Person>
        )}
        <Person role={t`Reported by`} person={user}>
          {pair && !byRule && <PairFacts person={pair.reporter} other={pair.reported.name} />}
          {pair === undefined && <Skeleton height="3.75rem" />}
        </Person>
      </div>
    </section>
  )
}

/** Explains the priority, which is a sum of named parts. */
function Why({ report }: { report: Report }) {
  const { t } = useLingui()
  const { signed } = useSigned()
  if (!report.priorityParts?.length) return null
  return (
    <section className="card grid gap-2" aria-labelledby="why">
      <h2 id="why">{t`Priority breakdown`}</h2>
      <ul className="grid gap-1">
        {report.priorityParts.map(({ name, points }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="tabular-nums whitespace-nowrap">{signed(points)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
