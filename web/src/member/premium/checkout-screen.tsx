import { planNames, type PlanName } from '@kindred/contract/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { billing } from '../../api/member-client.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { getSession, setSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Note, Skeleton } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useOperation } from './operations.ts'
import { usePlanWords } from './plans.tsx'
import './premium.css'
import { money, usePrices } from './price.ts'
import { SandboxForm } from './sandbox-form.tsx'
import { StripeForm } from './stripe-form.tsx'
import { useOwnDocument } from './use-own-document.ts'

type Begun = { clientSecret: string; subscriptionId: string; paymentIntentId: string | null; amount: number }

/** Paying: the plan, the card, what the bank asks, and what came of it. */
export default function CheckoutScreen() {
  const { brand, stripePublishableKey } = useSettings()
  const { t } = useLingui()
  const words = usePlanWords()
  const priceOf = usePrices()
  const { plan: asked, paid } = useSearch({ strict: false }) as { plan?: string; paid?: string }
  const plan: PlanName = planNames.find((each) => each === asked) ?? 'monthly'
  const { begun, done, begin, confirm, create, confirming } = useCheckout(plan, paid)
  const ready = useOwnDocument(stripePublishableKey !== null)
  usePage(t`Payment`, brand)
  const problem = create.error ?? confirming.error
  return (
    <MemberFrame>
      <div className="grid gap-6">
        <h1>
          <Trans>Payment</Trans>
        </h1>
        <p className="text-lead">
          {words[plan]}: {money(begun?.amount ?? priceOf(plan))}
        </p>
        {problem && (
          <Note tone="danger" live>
            {problem.shown}
          </Note>
        )}
        {!ready ? (
          <Skeleton height="10rem" label={t`Loading`} />
        ) : done ? (
          <Done />
        ) : begun && stripePublishableKey ? (
          <StripeForm
            publishableKey={stripePublishableKey}
            clientSecret={begun.clientSecret}
            returnTo={`${location.origin}${paths.checkout}?${new URLSearchParams({ plan, paid: begun.subscriptionId })}`}
            busy={confirming.loading}
            onPaid={() => void confirm(begun)}
          />
        ) : begun ? (
          <SandboxForm clientSecret={begun.clientSecret} busy={confirming.loading} onPaid={() => void confirm(begun)} />
        ) : (
          <Button size="lg" className="justify-self-start" busy={create.loading} onClick={() => void begin()}>
            <Trans>Go on</Trans>
          </Button>
        )}
      </div>
    </MemberFrame>
  )
}

function useCheckout(plan: PlanName, paid: string | undefined) {
  const queryClient = useQueryClient()
  const create = useOperation('create')
  const confirming = useOperation('confirm')
  const [begun, setBegun] = useState<Begun>()
  const [done, setDone] = useState(false)
  const begin = () =>
    create.run(async () => {
      const { data } = await billing.createSubscription({ body: { plan } })
      if (data.clientSecret) setBegun({ ...data, clientSecret: data.clientSecret, amount: data.subscription.amount })
    })
  const confirm = ({ subscriptionId, paymentIntentId }: Pick<Begun, 'subscriptionId' | 'paymentIntentId'>) =>
    confirming.run(async () => {
      await billing.confirmSubscription({ body: { subscriptionId, paymentIntentId } })
      const { user } = getSession()
      if (user) setSession({ user: { ...user, isVIP: true } })
      for (const key of ['currentSubscription', 'invoices', 'paymentMethods', 'listLikes', 'getAllowance'])
        void queryClient.invalidateQueries({ queryKey: [key] })
      setDone(true)
    })
  // The bank asked on a page of its own, and has sent them back: what came of it stands in the provider's books.
  useEffect(() => {
    if (paid) void confirm({ subscriptionId: paid, paymentIntentId: null })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each who comes back
  }, [paid])
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
