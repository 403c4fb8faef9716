import type { DateAnswer, DateQuestion } from '@kindred/contract/chat/date-answers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenPlan } from '@kindred/contract/chat/plans'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { afterDates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { usePage } from '../../api/settings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useAction } from '../use-action.ts'
import OwnShares from './own-shares.tsx'
import { dateQuestionsQuery, openPlansQuery, planSharesQuery } from './queries.ts'
import { useMoment } from './use-moment.ts'
import { toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Tick } from '../../ui/tick.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { question: DateQuestion; helpsOrder: boolean }

function HowWasIt({ question: { planId, name, startsAt }, helpsOrder }: Props) {
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
      <h2>{t`How was your date with ${name} on ${when}?`}</h2>
      <p className="text-small text-muted">
        {t`${name} never sees your answers. If you’d both like to meet again, we’ll tell you both.`}{' '}
        {helpsOrder &&
          t`Answers may also help us decide who to show first, without revealing what any one person said.`}
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
        {t`Save answer`}
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

/** Accepted dates and open suggestions. The actions for them are in the chat. */
function Coming({ plans }: { plans: readonly OpenPlan[] }) {
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
  const { t } = useLingui()
  const moment = useMoment()
  const isOn = state === 'accepted' && startsAt !== null
  const needsAnswer = !isOn && !mine
  return (
    <li className="card grid gap-3">
      <h2 className="wrap-anywhere">
        {isOn && t`Date with ${name}: ${moment(startsAt)}`}
        {!isOn && (mine ? t`You suggested a date to ${name}` : t`${name} suggests a date`)}
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
        <MessageCircle size={18} />
        {needsAnswer ? t`Answer in your chat` : t`Open your chat`}
      </Link>
    </li>
  )
}

export default function DatesScreen() {
  const { t } = useLingui()
  usePage(t`Your dates`)
  const query = useQuery(dateQuestionsQuery)
  const shares = useQuery(planSharesQuery)
  const coming = useQuery(openPlansQuery)
  return (
    <MemberFrame>
      <Gate>
        <div className="grid gap-6">
          <h1>{t`Your dates`}</h1>
          {/* Shared and planned dates come first, so the sections below wait until both have loaded. */}
          {shares.isPending || coming.isPending ? (
            <Skeleton height="10rem" label={t`Loading`} />
          ) : (
            <>
              <OwnShares />
              <Loaded query={coming}>{({ data: { plans } }) => plans.length > 0 && <Coming plans={plans} />}</Loaded>
              <Loaded query={query}>
                {({ data: { questions, answers, helpOrder } }) => (
                  <>
                    {questions.map((question) => (
                      <HowWasIt key={question.planId} question={question} helpsOrder={helpOrder} />
                    ))}
                    {answers.length > 0 && <Answers answers={answers} />}
                    {questions.length + answers.length + (coming.data?.data.plans.length ?? 0) === 0 && (
                      <EmptyState title={t`No dates yet`}>
                        <Trans>
                          Suggest a date in a chat. The day after, you can tell us how it went. Only you see your
                          answers.
                        </Trans>
                      </EmptyState>
                    )}
                  </>
                )}
              </Loaded>
            </>
          )}
        </div>
      </Gate>
    </MemberFrame>
  )
}

function Answers({ answers }: { answers: readonly DateAnswer[] }) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4" aria-label={t`Your answers`}>
      <h2>{t`Your answers`}</h2>
      <ul className="grid gap-3">
        {answers.map((answer) => (
          <Answer key={answer._id} answer={answer} />
        ))}
      </ul>
    </section>
  )
}

function Answer({ answer: { _id, name, startsAt, met, again } }: { answer: DateAnswer }) {
  const { t } = useLingui()
  const moment = useMoment()
  const action = useAction()
  const queryClient = useQueryClient()
  const when = moment(startsAt)
  const remove = () =>
    void action.run(async () => {
      await afterDates.deleteDateAnswer({ params: { id: _id } })
      await reload(queryClient, 'listDateQuestions')
    })
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <ErrorNote>{action.text}</ErrorNote>
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{name === null ? when : t`${name}, ${when}`}</span>
          <span className="block text-small text-muted">
            {!met && t`You didn’t meet.`}
            {met && again === null && t`You met.`}
            {met && again === true && t`You met, and you’d like to meet again.`}
            {met && again === false && t`You met, and you’d rather not meet again.`}
          </span>
        </span>
        <Button
          tone="ghost"
          size="sm"
          busy={action.busy}
          aria-label={t`Delete answer about ${name ?? when}`}
          onClick={remove}
        >
          {t`Delete`}
        </Button>
      </span>
    </li>
  )
}
