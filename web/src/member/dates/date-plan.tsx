import type { DatePlan as Plan } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useIsOn } from '../../api/house.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AcceptedDate } from './accepted-date.tsx'
import { Proposal } from './proposal.tsx'
import { planQuery } from './queries.ts'
import { useMoment } from './use-moment.ts'

const ProposeDialog = lazy(() => import('./propose-dialog.tsx'))

type Props = { match: Match; isPlanning: boolean; onPlanning: (isPlanning: boolean) => void }

export default function DatePlan({ match, isPlanning, onPlanning }: Props) {
  const { data } = useQuery(planQuery(match._id))
  const found = data?.data.plan ?? null
  // With plans turned off, dates that are agreed still take place.
  const isOn = useIsOn('datePlans')
  const plan = isOn || found?.state === 'accepted' ? found : null
  return (
    <>
      {plan && <PlanCard key={`${plan._id} ${plan.state}`} plan={plan} match={match} onPlan={() => onPlanning(true)} />}
      {isPlanning && (
        <Suspense>
          <ProposeDialog match={match} onClose={() => onPlanning(false)} />
        </Suspense>
      )}
    </>
  )
}

type CardProps = { plan: Plan; match: Match; onPlan: () => void }

const SOON = 3 * 3_600_000

/** A plan for a date. It starts expanded if the member has to respond. */
function PlanCard({ plan, match, onPlan }: CardProps) {
  const { t } = useLingui()
  const { user } = match
  const now = useNow()
  const isSoon = plan.startsAt !== null && new Date(plan.startsAt).getTime() - SOON < now
  const [isOpen] = useState((plan.state === 'proposed' && !plan.mine) || isSoon)
  return (
    <details className="group mx-6 mt-3 rounded-xl bg-sunken phone:mx-3" open={isOpen} aria-label={t`Your date`}>
      <summary className="flex min-h-(--control) cursor-pointer list-none items-center gap-2 rounded-xl px-4 py-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          <Heading plan={plan} name={user.firstName} />
        </span>
        <ChevronDown className="icon group-open:rotate-180" size={18} />
      </summary>
      <div className="grid max-h-[45dvh] gap-3 overflow-auto px-4 pb-4">
        {plan.state === 'proposed' && <Proposal plan={plan} onPlan={onPlan} />}
        {plan.state === 'accepted' && <AcceptedDate plan={plan} match={match} />}
        {(plan.state === 'declined' || plan.state === 'cancelled') && (
          <Button tone="soft" className="justify-self-start" onClick={onPlan}>{t`Suggest another date`}</Button>
        )}
      </div>
    </details>
  )
}

function Heading({ plan: { state, mine, startsAt }, name }: { plan: Plan; name: string }) {
  const { t } = useLingui()
  const moment = useMoment()
  if (state === 'accepted' && startsAt) return t`Date with ${name}: ${moment(startsAt)}`
  if (state === 'proposed') return mine ? t`You suggested a date` : t`${name} suggests a date`
  if (state === 'cancelled') return t`This date was canceled`
  return mine ? t`${name} can’t make these times` : t`You declined this date`
}
