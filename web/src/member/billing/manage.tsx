import type { PlanName, PlanPreview, Subscription } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reload } from '../../api/queries.ts'
import { billing } from '../../api/member-client.ts'
import { useIsOn } from '../../api/house.ts'
import { refreshProfile } from '../../session/actions.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, ErrorNote, Note } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Cards, useNewCard } from './cards.tsx'
import { Failure } from './failure.tsx'
import { Invoices } from './invoices.tsx'
import { useOperation } from './operations.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import { Plans } from './plans.tsx'
import { useMoney } from './price.ts'
import { useStatuses } from './statuses.ts'

export function Manage({ subscription }: { subscription: Subscription }) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = usePlanWords()
  const queryClient = useQueryClient()
  const statuses = useStatuses()
  const newCard = useNewCard()
  const isOn = useIsOn('premium')
  const [problem, setProblem] = useState<string>()
  const refresh = async () => {
    await reload(queryClient, 'currentSubscription', 'listInvoices')
    await refreshProfile()
  }
  const until = subscription.currentPeriodEnd ? formats.longDay(subscription.currentPeriodEnd) : ''
  return (
    <>
      <section className="card grid gap-4" aria-label={t`Your subscription`}>
        <p className="flex flex-wrap items-center gap-3">
          <b className="text-lead">{subscription.amount === 0 ? t`A gift from us` : words[subscription.plan]}</b>
          {subscription.amount > 0 && (
            <Badge tone={subscription.status === 'past_due' ? 'warning' : 'positive'}>
              {statuses[subscription.status]}
            </Badge>
          )}
        </p>
        <ErrorNote>{problem}</ErrorNote>
        {subscription.status === 'past_due' && (
          <Note tone="warning">
            <Trans>Your last payment failed. You have Premium until {until}. Please check your card.</Trans>
          </Note>
        )}
        {subscription.status === 'past_due' && (
          <Button className="justify-self-start" onClick={newCard}>{t`Use another card`}</Button>
        )}
        <Ending subscription={subscription} until={until} onSettled={refresh} onProblem={setProblem} />
      </section>
      {isOn && ['active', 'trialing'].includes(subscription.status) && (
        <ChangePlan
          plan={subscription.plan}
          isTrial={subscription.status === 'trialing' && subscription.trialStart !== null}
          isCanceled={subscription.cancelAtPeriodEnd}
          onDone={refresh}
        />
      )}
      <Cards />
      <Invoices />
    </>
  )
}

type EndingProps = {
  subscription: Subscription
  until: string
  onSettled: () => Promise<void>
  onProblem: (problem: string | undefined) => void
}

/** The remaining credit from a switch to a cheaper plan. It expires with the subscription. */
function useCredit(subscription: Subscription): number {
  const { amount, status, cancelAtPeriodEnd } = subscription
  const { data } = useQuery({
    queryKey: ['previewCancellation', subscription],
    queryFn: () => billing.previewCancellation(),
    enabled: amount > 0 && !cancelAtPeriodEnd && status !== 'canceled',
  })
  return data?.data.credit ?? 0
}

/** A subscription renews until it is canceled. Both canceling and resuming take one click. */
function Ending({ subscription, until, onSettled, onProblem }: EndingProps) {
  const { t } = useLingui()
  const { plan, amount, currency, status, cancelAtPeriodEnd } = subscription
  const words = usePlanWords()
  const money = useMoney()
  const cancel = useOperation('cancel')
  const reactivate = useOperation('reactivate')
  const credit = useCredit(subscription)
  const isOn = useIsOn('premium')
  const shown = (cancel.error ?? reactivate.error)?.shown
  useEffect(() => onProblem(shown), [shown, onProblem])
  if (!cancelAtPeriodEnd && status !== 'canceled')
    return (
      <>
        <p>
          {status === 'trialing' && subscription.trialStart ? (
            <Trans>
              Your trial runs until {until}. After that, your plan ({words[plan]}) costs {money(amount, currency)}. If
              you cancel before then, you pay nothing.
            </Trans>
          ) : amount > 0 ? (
            <Trans>
              It renews on {until} for {money(amount, currency)}. If you cancel, you keep Premium until then, and
              there’s no refund for the time that’s left.
            </Trans>
          ) : (
            t`It renews on ${until}. If you cancel, you keep Premium until then.`
          )}{' '}
          {credit > 0 &&
            t`Your credit of ${money(credit, currency)} pays for your next payments. If you cancel, it isn’t paid out.`}
        </p>
        <Button
          tone="quiet"
          className="justify-self-start"
          busy={cancel.loading}
          onClick={() => void cancel.run(() => billing.cancelSubscription()).then(onSettled)}
        >
          {t`Cancel subscription`}
        </Button>
      </>
    )
  return (
    <>
      <p>
        {t`It ends on ${until}. You won’t be charged again.`}{' '}
        {isOn && amount === 0 && t`If you subscribe before then, the days that are left are added.`}
      </p>
      {isOn && status !== 'canceled' && (
        <Button
          className="justify-self-start"
          busy={reactivate.loading}
          onClick={() => void reactivate.run(() => billing.reactivateSubscription()).then(onSettled)}
        >
          {t`Keep Premium`}
        </Button>
      )}
    </>
  )
}

type CostProps = { due: PlanPreview; isTrial: boolean; resumes: boolean }

function Cost({ due: { dueNow, credit, carried, until, currency }, isTrial, resumes }: CostProps) {
  const money = useMoney()
  const end = useFormats().longDay(until)
  return (
    <span className="max-w-prose text-muted">
      {isTrial ? (
        <Trans>You pay nothing now. Your trial still runs until {end}.</Trans>
      ) : carried > 0 ? (
        <Trans>
          You pay nothing now, and there’s no refund: your remaining time is worth {money(credit, currency)}, which pays
          for this plan until {end}. The other {money(carried, currency)} goes toward your next payments.
        </Trans>
      ) : (
        <Trans>
          {money(dueNow, currency)} now. We deducted {money(credit, currency)} for your remaining time. Your new plan
          runs until {end}.
        </Trans>
      )}
      {resumes && (
        <>
          {' '}
          <Trans>You canceled before. The new plan renews until you cancel again.</Trans>
        </>
      )}
    </span>
  )
}

type ChangeProps = { plan: PlanName; isTrial: boolean; isCanceled: boolean; onDone: () => Promise<void> }

function ChangePlan({ plan, isTrial, isCanceled, onDone }: ChangeProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(plan)
  const update = useOperation('update')
  const preview = useQuery({
    queryKey: ['previewSubscription', chosen],
    queryFn: () => billing.previewSubscription({ query: { plan: chosen } }),
    enabled: chosen !== plan,
  })
  const due = preview.data?.data
  const change = async () => {
    const price = due && { amount: due.amount, currency: due.currency }
    const changed = await update.run(() => billing.updateSubscription({ body: { plan: chosen, price } }))
    // The price may have changed.
    if (!changed) await preview.refetch()
    await onDone()
  }
  return (
    <section className="grid gap-4">
      <h2>{t`Change plan`}</h2>
      <ErrorNote>{update.error?.shown}</ErrorNote>
      <Failure query={preview} call="get" />
      <Plans chosen={chosen} onChoose={setChosen} />
      {chosen !== plan && (
        <div className="flex flex-wrap items-center gap-4">
          <Button
            busy={update.loading}
            // Members have to see the cost before they pay or give up something they paid for.
            disabled={!due}
            onClick={() => void change()}
          >
            {t`Change plan now`}
          </Button>
          {due && <Cost due={due} isTrial={isTrial} resumes={isCanceled} />}
        </div>
      )}
    </section>
  )
}
