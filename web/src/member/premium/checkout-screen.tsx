import { planNames, type PlanName } from '@kindred/contract/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { billing } from '../../api/member-client.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { getSession, setSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Note } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useOperation } from './operations.ts'
import { usePlanWords } from './plans.tsx'
import './premium.css'
import { money, usePrices } from './price.ts'
import { SandboxForm } from './sandbox-form.tsx'

type Begun = { clientSecret: string; subscriptionId: string; paymentIntentId: string | null }

/** Paying: the plan, the card, what the bank asks, and what came of it. */
export default function CheckoutScreen() {
  const { brand, stripePublishableKey } = useSettings()
  const { t } = useLingui()
  const words = usePlanWords()
  const priceOf = usePrices()
  const { plan: asked } = useSearch({ strict: false }) as { plan?: string }
  const plan: PlanName = planNames.find((each) => each === asked) ?? 'monthly'
  const { begun, done, begin, confirm, create, confirming } = useCheckout(plan)
  usePage(t`Payment`, brand)
  const problem = create.error ?? confirming.error
  return (
    <MemberFrame>
      <div className="grid gap-6">
        <h1>
          <Trans>Payment</Trans>
        </h1>
        <p className="text-lead">
          {words[plan]}: {money(priceOf(plan))}
        </p>
        {problem && (
          <Note tone="danger" live>
            {problem.shown}
          </Note>
        )}
        {stripePublishableKey && (
          <Note tone="warning">
            <Trans>Paying by card on this page is not ready for this provider yet. Please write to us.</Trans>
          </Note>
        )}
        {done ? (
          <Done />
        ) : begun ? (
          <SandboxForm clientSecret={begun.clientSecret} busy={confirming.loading} onPaid={() => void confirm(begun)} />
        ) : (
          <Button
            size="lg"
            className="justify-self-start"
            busy={create.loading}
            disabled={stripePublishableKey !== null}
            onClick={() => void begin()}
          >
            <Trans>Go on</Trans>
          </Button>
        )}
      </div>
    </MemberFrame>
  )
}

function useCheckout(plan: PlanName) {
  const queryClient = useQueryClient()
  const create = useOperation('create')
  const confirming = useOperation('confirm')
  const [begun, setBegun] = useState<Begun>()
  const [done, setDone] = useState(false)
  const begin = () =>
    create.run(async () => {
      const { data } = await billing.createSubscription({ body: { plan } })
      if (data.clientSecret) setBegun({ ...data, clientSecret: data.clientSecret })
    })
  const confirm = ({ subscriptionId, paymentIntentId }: Begun) =>
    confirming.run(async () => {
      await billing.confirmSubscription({ body: { subscriptionId, paymentIntentId } })
      const { user } = getSession()
      if (user) setSession({ user: { ...user, isVIP: true } })
      for (const key of ['currentSubscription', 'invoices', 'paymentMethods', 'listLikes', 'getAllowance'])
        void queryClient.invalidateQueries({ queryKey: [key] })
      setDone(true)
    })
  return { begun, done, begin, confirm, create, confirming }
}

const Done = () => (
  <div className="grid justify-items-start gap-4">
    <Note tone="positive" live>
      <Trans>Thank you. Premium is on, and a receipt is in your mail.</Trans>
    </Note>
    <Link className={buttonClass()} to={paths.likes}>
      <Trans>See who likes you</Trans>
    </Link>
    <Link className={buttonClass('quiet')} to={paths.premium}>
      <Trans>Your subscription</Trans>
    </Link>
  </div>
)
