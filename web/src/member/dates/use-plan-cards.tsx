import type { DatePlan as Plan } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useIsOn } from '../../api/house.ts'
import { read, write } from '../../session/storage.ts'
import { useNow } from '../../ui/use-now.ts'
import { planQuery } from './queries.ts'

// Dates are cards in the conversation, in the order of their changes.

const PlanCard = lazy(() => import('./date-plan.tsx').then((all) => ({ default: all.PlanCard })))
const EarlierPlanLine = lazy(() => import('./date-plan.tsx').then((all) => ({ default: all.EarlierPlanLine })))
const DateMoment = lazy(() => import('./date-moment.tsx'))
const ProposeDialog = lazy(() => import('./propose-dialog.tsx'))

/** Something between messages, in its place by time. */
export type Card = { key: string; at: string; node: ReactNode }

export function usePlanCards(match: Match, onPlan: () => void): { plan: Plan | null; cards: Card[] } {
  const { data } = useQuery(planQuery(match._id))
  const isOn = useIsOn('datePlans')
  if (!data) return { plan: null, cards: [] }
  const { plan: found, earlier } = data.data
  // With plans turned off, dates that are agreed still take place.
  const plan = isOn || found?.state === 'accepted' ? found : null
  const name = match.user.firstName
  const cards = (isOn ? earlier : []).map((each) => ({
    key: each._id,
    at: each.at,
    node: <EarlierPlanLine plan={each} name={name} />,
  }))
  if (plan)
    cards.push({
      key: `${plan._id} ${plan.state}`,
      at: plan.at,
      node: <PlanCard plan={plan} match={match} onPlan={onPlan} />,
    })
  return {
    plan,
    cards: cards
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .map((each) => ({ ...each, node: <Suspense>{each.node}</Suspense> })),
  }
}

type DialogsProps = { match: Match; plan: Plan | null; isPlanning: boolean; onEnd: () => void }

export const PlanDialogs = ({ match, plan, isPlanning, onEnd }: DialogsProps) => (
  <Suspense>
    {isPlanning && <ProposeDialog match={match} onClose={onEnd} />}
    {plan?.state === 'accepted' && <Moment key={plan._id} plan={plan} match={match} />}
  </Suspense>
)

const NEW_FOR = 3 * 86_400_000

/** Each of the two sees once that they have a date. */
function Moment({ plan, match }: { plan: Plan; match: Match }) {
  const key = `kindred.date-moment.${plan._id}`
  const now = useNow()
  const [isSeen, setSeen] = useState(() => read(key) !== null)
  const isNew = now - Date.parse(plan.at) < NEW_FOR && plan.startsAt !== null && Date.parse(plan.startsAt) > now
  if (isSeen || !isNew) return null
  const close = () => {
    write(key, 'seen')
    setSeen(true)
  }
  return <DateMoment plan={plan} match={match} onClose={close} />
}
