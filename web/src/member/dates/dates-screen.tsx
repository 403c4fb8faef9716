import type { DateAnswer, DateQuestion } from '@kindred/contract/chat/date-answers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenPlan, PastPlan } from '@kindred/contract/chat/plans'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { afterDates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { usePage } from '../../api/settings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useAction } from '../use-action.ts'
import OwnShares from './own-shares.tsx'
import { dateQuestionsQuery, openPlansQuery, planSharesQuery } from './queries.ts'
import { useMoment } from './use-moment.ts'
import { paths, toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
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
    await reload(queryClient, 'listDateQuestions', 'listDatePlans', 'listNotifications')
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
    <fieldset>
      <legend className="pb-2 font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">
        <ChoiceTile name={name} label={t`Yes`} checked={value === true} onChange={() => onChange(true)} />
        <ChoiceTile name={name} label={t`No`} checked={value === false} onChange={() => onChange(false)} />
      </div>
    </fieldset>
  )
}

const isAgreed = ({ plan }: OpenPlan) => plan.state === 'accepted'

/** Accepted dates and open suggestions. The actions for them are in the chat. */
function Coming({ plans }: { plans: readonly OpenPlan[] }) {
  const { t } = useLingui()
  return (
    <>
      <Plans title={t`Upcoming`} plans={plans.filter(isAgreed)} />
      <Plans title={t`Suggested`} plans={plans.filter((each) => !isAgreed(each))} />
    </>
  )
}

function Plans({ title, plans }: { title: string; plans: readonly OpenPlan[] }) {
  if (plans.length === 0) return null
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2>{title}</h2>
      <ul className="grid gap-3">
        {plans.map(({ name, plan }) => (
          <Plan key={plan._id} name={name} plan={plan} />
        ))}
      </ul>
    </section>
  )
}

function Plan({ name, plan: { state, mine, startsAt, slots, place, matchId } }: OpenPlan) {
  const { t } = useLingui()
  const moment = useMoment()
  const isOn = state === 'accepted' && startsAt !== null
  const needsAnswer = !isOn && !mine
  return (
    <li className="card grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3">
      <Leaf day={startsAt ?? slots[0]!} isAgreed={isOn} />
      <div className="grid content-start gap-1">
        <h3 className="wrap-anywhere">
          {isOn && t`Date with ${name}: ${moment(startsAt)}`}
          {!isOn && (mine ? t`You suggested a date to ${name}` : t`${name} suggests a date`)}
        </h3>
        {!isOn && (
          <ul>
            {slots.map((slot) => (
              <li key={slot}>{moment(slot)}</li>
            ))}
          </ul>
        )}
        <p className="text-muted wrap-anywhere" dir="auto">
          {place}
        </p>
      </div>
      <Link
        className={buttonClass(needsAnswer ? 'primary' : 'soft', 'md', 'col-start-2 justify-self-start')}
        {...toChat(matchId)}
      >
        <MessageCircle size={18} />
        {needsAnswer ? t`Answer in your chat` : t`Open your chat`}
      </Link>
    </li>
  )
}

/** The day as a leaf of a calendar. The text beside it says the same. */
function Leaf({ day, isAgreed: isOn }: { day: string; isAgreed: boolean }) {
  const { i18n } = useLingui()
  const at = new Date(day)
  return (
    <span
      className={
        'grid w-14 content-start justify-items-center gap-0.5 self-start rounded-lg py-2 leading-none ' +
        (isOn ? 'bg-positive-soft text-positive-soft-ink' : 'bg-sunken text-muted')
      }
      aria-hidden="true"
    >
      <span className="text-small font-medium">{i18n.date(at, { month: 'short' })}</span>
      <span className="text-[1.5rem] font-semibold">{i18n.date(at, { day: 'numeric' })}</span>
    </span>
  )
}

export default function DatesScreen() {
  const { t } = useLingui()
  usePage(t`Your dates`)
  const query = useQuery(dateQuestionsQuery)
  const shares = useQuery(planSharesQuery)
  const coming = useQuery(openPlansQuery)
  const asked = query.data?.data
  const planned = coming.data?.data
  const past = asked && planned ? pastDates(planned.past, asked) : []
  const isEmpty = asked && planned && asked.questions.length + planned.plans.length + past.length === 0
  return (
    <MemberFrame back={paths.matches}>
      <Gate>
        <div className="grid gap-6">
          <h1>{t`Your dates`}</h1>
          {/* The sections wait for each other, so that none moves down as another loads. */}
          {shares.isPending || coming.isPending || query.isPending ? (
            <Skeleton height="10rem" label={t`Loading`} />
          ) : (
            <>
              <OwnShares />
              <Loaded query={query}>
                {({ data: { questions, helpOrder } }) =>
                  questions.map((question) => (
                    <HowWasIt key={question.planId} question={question} helpsOrder={helpOrder} />
                  ))
                }
              </Loaded>
              <Loaded query={coming}>{({ data: { plans } }) => <Coming plans={plans} />}</Loaded>
              {past.length > 0 && <Past dates={past} />}
              {isEmpty && (
                <EmptyState title={t`No dates yet`}>
                  <Trans>
                    Suggest a date in a chat. The day after, you can tell us how it went. Only you see your answers.
                  </Trans>
                </EmptyState>
              )}
            </>
          )}
        </div>
      </Gate>
    </MemberFrame>
  )
}

type PastDate = { id: string; name: string | null; startsAt: string; place: string | null; answer?: DateAnswer }

/** Past dates, newest first, each with the member's answer. Answers outlive the plans that they are about. */
function pastDates(plans: readonly PastPlan[], { questions, answers }: Asked): PastDate[] {
  const isAsked = ({ _id }: PastPlan) => questions.some(({ planId }) => planId === _id)
  const answered = answers.map((answer): PastDate => {
    const { _id, name, startsAt, planId } = answer
    const plan = plans.find((each) => each._id === planId)
    return { id: _id, name, startsAt, place: plan?.place ?? null, answer }
  })
  const unanswered = plans
    .filter((plan) => !isAsked(plan) && !answers.some(({ planId }) => planId === plan._id))
    .map(({ _id, ...plan }): PastDate => ({ id: _id, ...plan }))
  return [...answered, ...unanswered].toSorted((one, other) => (one.startsAt < other.startsAt ? 1 : -1))
}

type Asked = { questions: readonly DateQuestion[]; answers: readonly DateAnswer[] }

function Past({ dates }: { dates: readonly PastDate[] }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-1" aria-label={t`Past`}>
      <h2>{t`Past`}</h2>
      <ul>
        {dates.map((date) => (
          <PastRow key={date.id} {...date} />
        ))}
      </ul>
    </section>
  )
}

function PastRow({ name, startsAt, place, answer }: PastDate) {
  const { t } = useLingui()
  const moment = useMoment()
  const when = moment(startsAt)
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <span className="grid min-w-0 flex-1">
        <span className="font-medium wrap-anywhere">{name === null ? when : t`${name}, ${when}`}</span>
        {place && (
          <span className="text-small text-muted wrap-anywhere" dir="auto">
            {place}
          </span>
        )}
        {answer && (
          <span className="text-small text-muted">
            <AnswerText {...answer} />
          </span>
        )}
      </span>
      {answer && <DeleteAnswer id={answer._id} about={name ?? when} />}
    </li>
  )
}

function AnswerText({ met, again }: DateAnswer) {
  const { t } = useLingui()
  if (!met) return t`You didn’t meet.`
  if (again === null) return t`You met.`
  return again ? t`You met, and you’d like to meet again.` : t`You met, and you’d rather not meet again.`
}

function DeleteAnswer({ id, about }: { id: string; about: string }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const remove = () =>
    void action.run(async () => {
      await afterDates.deleteDateAnswer({ params: { id } })
      await reload(queryClient, 'listDateQuestions')
    })
  return (
    <span className="grid justify-items-end">
      <Button tone="ghost" size="sm" busy={action.busy} aria-label={t`Delete answer about ${about}`} onClick={remove}>
        {t`Delete`}
      </Button>
      <ErrorNote>{action.text}</ErrorNote>
    </span>
  )
}
