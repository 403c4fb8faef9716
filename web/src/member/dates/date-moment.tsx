import type { DatePlan } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { LazyOverlay } from '../../ui/dialog.tsx'
import { vibrateOnMatch } from '../people/haptics.ts'
import { Portraits } from '../people/match-moment.tsx'
import { useLongMoment } from './use-moment.ts'

type Props = { plan: DatePlan; match: Match; onClose: () => void }

/** Fills the screen once the two have agreed on a time. */
export default function DateMoment({ plan, match, onClose }: Props) {
  const { t } = useLingui()
  const moment = useLongMoment()
  const { firstName: name } = match.user
  useEffect(vibrateOnMatch, [])
  return (
    <LazyOverlay
      open
      onClose={onClose}
      title={t`You have a date with ${name}`}
      titleClass="order-2 text-balance text-center text-[2rem]/9"
      className={
        'inset-0 grid content-center justify-items-center gap-5 overflow-auto bg-panel px-5 py-8 text-panel-ink ' +
        'wrap-anywhere [--focus:var(--pine-panel-ink)]'
      }
    >
      <Portraits match={match} />
      <div className="order-3 grid max-w-md justify-items-center gap-1 text-center">
        <p className="text-lead">{plan.startsAt && moment(plan.startsAt)}</p>
        <p className="text-panel-muted" dir="auto">
          {plan.place}
        </p>
      </div>
      <div className="order-4 grid w-full max-w-md justify-items-center gap-2">
        <Button data-first onClick={onClose}>
          <Trans>Back to your chat</Trans>
        </Button>
        <p className="text-center text-small text-panel-muted">
          <Trans>You can share the date with a friend there, and add it to your calendar.</Trans>
        </p>
      </div>
    </LazyOverlay>
  )
}
