import type { DatePlan as Plan, EarlierPlan } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { CalendarHeart } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { AcceptedDate } from './accepted-date.tsx'
import { Proposal } from './proposal.tsx'
import { useMoment } from './use-moment.ts'

type CardProps = { plan: Plan; match: Match; onPlan: () => void }

/** The current suggestion or date, as a card in the conversation. */
export function PlanCard({ plan, match, onPlan }: CardProps) {
  const { t } = useLingui()
  const isOn = plan.state === 'accepted'
  return (
    <section
      id={plan._id}
      role="group"
      tabIndex={-1}
      className={
        'my-2 grid w-full max-w-sm gap-3 self-center rounded-xl border p-4 -outline-offset-2 ' +
        (isOn ? 'border-accent bg-(--accent-soft)' : 'border-line bg-surface')
      }
      aria-label={t`Your date`}
    >
      <p className="flex items-center gap-2 font-medium">
        <CalendarHeart className="icon text-accent" />
        <span className="min-w-0 flex-1">
          <Heading plan={plan} name={match.user.firstName} />
        </span>
      </p>
      {plan.state === 'proposed' && <Proposal plan={plan} onPlan={onPlan} />}
      {plan.state === 'accepted' && <AcceptedDate plan={plan} match={match} />}
      {(plan.state === 'declined' || plan.state === 'cancelled') && (
        <Button tone="soft" className="justify-self-start" onClick={onPlan}>{t`Suggest another date`}</Button>
      )}
    </section>
  )
}

export function Heading({ plan: { state, mine, startsAt }, name }: { plan: Plan; name: string }) {
  const { t } = useLingui()
  const moment = useMoment()
  if (state === 'accepted' && startsAt) return t`Date with ${name}: ${moment(startsAt)}`
  if (state === 'proposed') return mine ? t`You suggested a date` : t`${name} suggests a date`
  if (state === 'cancelled') return t`This date was canceled`
  return mine ? t`${name} can’t make these times` : t`You declined this date`
}

/** What became of an earlier suggestion, in a line between the messages. */
export function EarlierPlanLine({ plan, name }: { plan: EarlierPlan; name: string }) {
  const { t } = useLingui()
  const moment = useMoment()
  const formats = useFormats()
  const times = formats.list(plan.times.map(moment))
  const words = {
    declined: plan.mine ? t`${name} can’t make ${times}` : t`You declined ${times}`,
    withdrawn: t`Suggestion withdrawn: ${times}`,
    cancelled: t`Date canceled: ${times}`,
    replaced: t`Other times were suggested instead of ${times}`,
    expired: t`Suggestion expired: ${times}`,
    over: t`Date with ${name}: ${times}`,
  }
  return (
    <p className="flex max-w-sm items-center gap-2 self-center py-1 text-center text-caption text-muted">
      <CalendarHeart className="icon flex-none" size={16} />
      {words[plan.outcome]}
    </p>
  )
}
