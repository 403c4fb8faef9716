import type { DateQuestion } from '@kindred/contract/chat/date-answers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterDates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Tick } from '../../ui/tick.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'
import { useMoment } from './use-moment.ts'

type Props = { question: DateQuestion; helpsOrder: boolean }

/** Two questions, for the member alone. */
export function HowWasIt({ question: { planId, name, startsAt }, helpsOrder }: Props) {
  const { t } = useLingui()
  const moment = useMoment()
  const action = useAction()
  const queryClient = useQueryClient()
  const [met, setMet] = useState<boolean>()
  const [again, setAgain] = useState<boolean>()
  const when = moment(startsAt)
  const save = async () => {
    if (met === undefined) return
    const body = { met, again: met ? (again ?? null) : null }
    if (!(await action.run(() => afterDates.answerAboutDate({ params: { id: planId }, body })))) return
    toast({ text: t`Answer saved` })
    await reload(queryClient, 'listDateQuestions', 'listNotifications')
  }
  return (
    <section className="card grid gap-4" aria-label={t`Your date with ${name}`}>
      <h2>
        <Trans>
          How was your date with {name} on {when}?
        </Trans>
      </h2>
      <p className="text-small text-muted">
        <Trans>{name} never sees your answers. If you’d both like to meet again, we’ll tell you both.</Trans>{' '}
        {helpsOrder && (
          <Trans>Answers may also help us decide who to show first, without revealing what any one person said.</Trans>
        )}
      </p>
      <ErrorNote>{action.text}</ErrorNote>
      <YesOrNo legend={t`Did you meet?`} name={`met-${planId}`} value={met} onChange={setMet} />
      {met && (
        <YesOrNo legend={t`Would you like to meet again?`} name={`again-${planId}`} value={again} onChange={setAgain} />
      )}
      <Button
        className="justify-self-start"
        busy={action.busy}
        disabled={met === undefined}
        onClick={() => void save()}
      >
        <Trans>Save answer</Trans>
      </Button>
    </section>
  )
}

type YesOrNoProps = {
  legend: string
  name: string
  value: boolean | undefined
  onChange: (value: boolean) => void
}

function YesOrNo({ legend, name, value, onChange }: YesOrNoProps) {
  const { t } = useLingui()
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 font-medium">{legend}</legend>
      <Tick type="radio" name={name} label={t`Yes`} checked={value === true} onChange={() => onChange(true)} />
      <Tick type="radio" name={name} label={t`No`} checked={value === false} onChange={() => onChange(false)} />
    </fieldset>
  )
}
