import type { PlanName, Subscription } from '@kindred/contract/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { billing } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Note } from '../../ui/pieces.tsx'
import { invoicesQuery, methodsQuery, useOperation } from './operations.ts'
import { Plans, usePlanWords } from './plans.tsx'
import { money } from './price.ts'

/** The subscription that runs: what it is, until when, and everything that can be done with it. */
export function Manage({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useLingui()
  const words = usePlanWords()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const settled = async () => {
    await Promise.all(
      ['currentSubscription', 'invoices'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
    await refreshProfile()
  }
  const until = subscription.currentPeriodEnd
    ? i18n.date(new Date(subscription.currentPeriodEnd), { dateStyle: 'long' })
    : ''
  return (
    <>
      <section className="card grid gap-4" aria-label={t`Your subscription`}>
        <p className="flex flex-wrap items-center gap-3">
          <b className="text-lead">{subscription.amount === 0 ? t`Given by us` : words[subscription.plan]}</b>
          {subscription.amount > 0 && (
            <Badge tone={subscription.status === 'past_due' ? 'warning' : 'positive'}>{subscription.status}</Badge>
          )}
        </p>
        {problem && (
          <Note tone="danger" live>
            {problem}
          </Note>
        )}
        {subscription.status === 'past_due' && (
          <Note tone="warning">
            <Trans>The last payment did not go through. Premium goes on until {until}; please look at your card.</Trans>
          </Note>
        )}
        <Ending subscription={subscription} until={until} onSettled={settled} onProblem={setProblem} />
      </section>
      {subscription.status !== 'canceled' && <ChangePlan plan={subscription.plan} onDone={settled} />}
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

/** It goes on until it is ended; it is ended with one click, and with one click goes on. */
function Ending({ subscription: { status, cancelAtPeriodEnd }, until, onSettled, onProblem }: EndingProps) {
  const cancel = useOperation('cancel')
  const reactivate = useOperation('reactivate')
  const shown = (cancel.error ?? reactivate.error)?.shown
  useEffect(() => onProblem(shown), [shown, onProblem])
  if (!cancelAtPeriodEnd && status !== 'canceled')
    return (
      <>
        <p>
          <Trans>It renews on {until}.</Trans>
        </p>
        <Button
          tone="quiet"
          className="justify-self-start"
          busy={cancel.loading}
          onClick={() => void cancel.run(() => billing.cancelSubscription()).then(onSettled)}
        >
          <Trans>End it on {until}</Trans>
        </Button>
      </>
    )
  return (
    <>
      <p>
        <Trans>It ends on {until}. Nothing more is charged.</Trans>
      </p>
      {status !== 'canceled' && (
        <Button
          className="justify-self-start"
          busy={reactivate.loading}
          onClick={() => void reactivate.run(() => billing.reactivateSubscription()).then(onSettled)}
        >
          <Trans>Let it go on</Trans>
        </Button>
      )}
    </>
  )
}

function ChangePlan({ plan, onDone }: { plan: PlanName; onDone: () => Promise<void> }) {
  const [chosen, setChosen] = useState(plan)
  const update = useOperation('update')
  const preview = useQuery({
    queryKey: ['previewSubscription', chosen],
    queryFn: () => billing.previewSubscription({ query: { plan: chosen } }),
    enabled: chosen !== plan,
  })
  const due = preview.data?.data
  return (
    <section className="grid gap-4">
      <h2>
        <Trans>Change the plan</Trans>
      </h2>
      {update.error && (
        <Note tone="danger" live>
          {update.error.shown}
        </Note>
      )}
      <Plans chosen={chosen} onChoose={setChosen} />
      {chosen !== plan && (
        <div className="flex flex-wrap items-center gap-4">
          <Button
            busy={update.loading}
            onClick={() => void update.run(() => billing.updateSubscription({ body: { plan: chosen } })).then(onDone)}
          >
            <Trans>Change it now</Trans>
          </Button>
          {due && (
            <span className="muted">
              <Trans>
                {money(due.dueNow)} now; {money(due.credit)} of what you paid counts toward it.
              </Trans>
            </span>
          )}
        </div>
      )}
    </section>
  )
}

function Cards() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const operation = useOperation('paymentMethods')
  const { data: cards = [] } = useQuery(methodsQuery())
  const settled = () => queryClient.invalidateQueries({ queryKey: ['paymentMethods'] })
  if (cards.length === 0) return null
  return (
    <section className="card grid gap-3">
      <h2>
        <Trans>Cards</Trans>
      </h2>
      <ul className="grid gap-2">
        {cards.map(({ _id, brand, last4, isDefault }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {brand} •••• {last4} {isDefault && <Badge>{t`In use`}</Badge>}
            </span>
            <span className="flex gap-2">
              {!isDefault && (
                <Button
                  tone="quiet"
                  size="sm"
                  onClick={() =>
                    void operation.run(() => billing.setDefaultMethod({ params: { id: _id } })).then(settled)
                  }
                >
                  <Trans>Use this one</Trans>
                </Button>
              )}
              <Button
                tone="ghost"
                size="sm"
                aria-label={t`Remove the card ending in ${last4}`}
                onClick={() => void operation.run(() => billing.removeMethod({ params: { id: _id } })).then(settled)}
              >
                <Trans>Remove</Trans>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Invoices() {
  const { i18n } = useLingui()
  const { data: invoices = [] } = useQuery(invoicesQuery())
  return (
    <section className="card grid gap-3">
      <h2>
        <Trans>Invoices</Trans>
      </h2>
      <ul className="grid gap-2">
        {invoices.map(({ _id, created, period_start, period_end, amount, refunded, currency, status }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-3">
            <span>
              {i18n.date(new Date(created), { dateStyle: 'medium' })}{' '}
              <span className="muted small">
                {i18n.date(new Date(period_start), { dateStyle: 'short' })}–
                {i18n.date(new Date(period_end), { dateStyle: 'short' })}
              </span>
            </span>
            <span className="num">
              {money(amount, currency)}{' '}
              {refunded > 0 ? <Trans>({money(refunded, currency)} given back)</Trans> : status}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
