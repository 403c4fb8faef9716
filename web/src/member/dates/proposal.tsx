import type { DatePlan } from '@kindred/contract/chat/plans'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dates } from '../../api/dates-client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useAction } from '../use-action.ts'
import { useMoment } from './use-moment.ts'

type Props = { plan: DatePlan; onPlan: () => void }

export function Proposal({ plan, onPlan }: Props) {
  const action = useAction()
  const queryClient = useQueryClient()
  const params = { id: plan.matchId, planId: plan._id }
  const run = (call: () => Promise<{ data: { plan: DatePlan | null } }>) =>
    void action.run(async () => queryClient.setQueryData(['getDatePlan', plan.matchId], await call()))
  const acts = {
    plan,
    onPlan,
    busy: action.busy,
    onEnd: () => run(() => dates.endPlan({ params })),
    onAccept: (slot: string) => run(() => dates.acceptPlan({ params, body: { slot } })),
  }
  return (
    <>
      <ErrorNote>{action.text}</ErrorNote>
      <p className="wrap-anywhere" dir="auto">
        {plan.place}
      </p>
      {plan.mine ? <Suggested {...acts} /> : <Choice {...acts} />}
    </>
  )
}

type Acts = Props & { busy: boolean; onEnd: () => void; onAccept: (slot: string) => void }

function Suggested({ plan, busy, onPlan, onEnd }: Acts) {
  const { t } = useLingui()
  const moment = useMoment()
  return (
    <>
      <ul className="grid gap-1">
        {plan.slots.map((slot) => (
          <li key={slot}>{moment(slot)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button tone="soft" onClick={onPlan}>{t`Suggest other times`}</Button>
        <Button tone="ghost" busy={busy} onClick={onEnd}>{t`Withdraw`}</Button>
      </div>
    </>
  )
}

function Choice({ plan, busy, onPlan, onEnd, onAccept }: Acts) {
  const { t } = useLingui()
  const moment = useMoment()
  const now = useNow()
  const open = plan.slots.filter((each) => new Date(each).getTime() > now)
  const [picked, setPicked] = useState(open[0])
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t`Times`}</legend>
        {open.map((slot) => (
          <ChoiceTile
            key={slot}
            name="slot"
            label={moment(slot)}
            checked={picked === slot}
            onChange={() => setPicked(slot)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={!picked} onClick={() => picked && onAccept(picked)}>{t`Accept`}</Button>
        <Button tone="soft" onClick={onPlan}>{t`Suggest other times`}</Button>
        <Button tone="ghost" disabled={busy} onClick={onEnd}>{t`Decline`}</Button>
      </div>
    </>
  )
}
