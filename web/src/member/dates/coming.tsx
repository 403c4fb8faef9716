import type { OpenPlan } from '@kindred/contract/chat/plans'
import { Trans, useLingui } from '@lingui/react/macro'
import { MessageCircle } from 'lucide-react'
import { toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useMoment } from './use-moment.ts'

/** Dates that are on, and suggestions that wait for an answer. What can be done about them is in the chat. */
export function Coming({ plans }: { plans: readonly OpenPlan[] }) {
  const { t } = useLingui()
  return (
    <ul className="grid gap-3" aria-label={t`Planned dates`}>
      {plans.map(({ name, plan }) => (
        <Plan key={plan._id} name={name} plan={plan} />
      ))}
    </ul>
  )
}

function Plan({ name, plan: { state, mine, startsAt, slots, place, matchId } }: OpenPlan) {
  const moment = useMoment()
  const isOn = state === 'accepted' && startsAt !== null
  const needsAnswer = !isOn && !mine
  return (
    <li className="card grid gap-3">
      <h2 className="wrap-anywhere">
        {isOn && (
          <Trans>
            Date with {name}: {moment(startsAt)}
          </Trans>
        )}
        {!isOn && (mine ? <Trans>You suggested a date to {name}</Trans> : <Trans>{name} suggests a date</Trans>)}
      </h2>
      {!isOn && (
        <ul className="grid gap-1">
          {slots.map((slot) => (
            <li key={slot}>{moment(slot)}</li>
          ))}
        </ul>
      )}
      <p className="wrap-anywhere" dir="auto">
        {place}
      </p>
      <Link className={buttonClass(needsAnswer ? 'primary' : 'soft', 'md', 'justify-self-start')} {...toChat(matchId)}>
        <MessageCircle size={18} aria-hidden="true" />
        {needsAnswer ? <Trans>Answer in your chat</Trans> : <Trans>Open your chat</Trans>}
      </Link>
    </li>
  )
}
