import type { PlanName, Subscription } from '@kindred/contract/billing/subscriptions'
import type { TaxLocation } from '@kindred/contract/billing/tax-location'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reload, type CallName } from '../../api/queries.ts'
import { CallFailed } from '../../api/failure.ts'
import { billing } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { saveFormDraft } from '../../session/form-drafts.ts'
import { forgetRequestedPlan, isRequested } from './requested-plan.ts'
import { LOCATION_FORM } from './location-form.tsx'
import { currentSubscriptionQuery, storeSetupIntent, useOperation } from './operations.ts'
import type { Started } from './started.ts'
import { useConfirming } from './use-confirming.ts'

type Returned = { paid?: string | undefined; added?: string | undefined }

/** Requests whose responses change once someone has paid or saved another card. */
const CHANGED: readonly CallName[] = [
  'currentSubscription',
  'listOwnSubscriptions',
  'listInvoices',
  'listPaymentMethods',
  'listLikes',
  'getAllowance',
]

/** The payment for a plan from start to result. Without a plan, only a card is added. */
export function useCheckout(plan: PlanName | null, { paid, added }: Returned, ready: boolean) {
  const queryClient = useQueryClient()
  const create = useOperation(plan ? 'create' : 'setupIntent')
  const [started, setStarted] = useState<Started>()
  const [done, setDone] = useState<Started['for']>()
  const finish = (what: Started['for']) => {
    void reload(queryClient, ...CHANGED)
    setDone(what)
    forgetRequestedPlan()
    saveFormDraft(LOCATION_FORM, {})
  }
  const read = useOperation('get')
  // Back leads here after a payment, or in another tab: there is nothing left to pay.
  const isPaying = plan !== null && paid === undefined && !started && !done
  const { data: subscription } = useQuery({ ...currentSubscriptionQuery(), enabled: isPaying })
  const isSubscribed = isPaying && subscription && canChange.includes(subscription.status)
  // A trial that didn't begin may not be on offer anymore, so the checkout starts again.
  const onRefused = () => setStarted((now) => (now?.for === 'trial' ? undefined : now))
  const { confirming, charged, confirm, useNew } = useConfirming(plan, { finish, onRefused })
  const { automaticTax } = useSettings()
  const [isTaxed, setTaxed] = useState(automaticTax)
  const needsLocation = isTaxed && plan !== null
  const begin = (location?: TaxLocation) =>
    create.run(async () => {
      const starting = plan ? beginPlan(plan, location) : beginCard()
      // Automatic tax may have been turned on after the page was opened.
      starting.catch((error: unknown) => setTaxed(isTaxed || lacksLocation(error)))
      setStarted(await starting)
    })
  const submitted = () => {
    if (!started) return
    if (started.for === 'later') void useNew(started.known)
    else void confirm(started.subscriptionId, started.for === 'payment' ? started.paymentIntentId : null)
  }
  const checkAgain = () => void confirm(charged ?? '', null)
  /** Finishes a payment after the bank's own page. A reload may have confirmed it already. */
  const comeBack = (id: string) =>
    read.run(async () => {
      const { subscription } = (await withRetry(() => billing.getSubscription({ params: { id } }))).data
      if (isUsable(subscription)) return finish(subscription.status === 'trialing' ? 'trial' : 'payment')
      await confirm(id, null)
    })
  useEffect(() => {
    if (paid) void comeBack(paid)
    else if (added !== undefined) void useNew(null)
    else if (plan && isRequested(plan) && ready && !needsLocation) void begin()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [paid, added, ready])
  return {
    started,
    done,
    isSubscribed,
    charged: charged !== undefined,
    needsLocation,
    begin,
    submitted,
    checkAgain,
    create,
    read,
    confirming,
  }
}

const lacksLocation = (error: unknown): boolean =>
  error instanceof CallFailed && error.problems.some(({ path }) => path.startsWith('location.'))

const canChange: readonly string[] = ['active', 'trialing', 'past_due']
const isUsable = ({ status }: Subscription): boolean => status === 'active' || status === 'trialing'

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function beginPlan(plan: PlanName, location: TaxLocation | undefined): Promise<Started | undefined> {
  const { clientSecret, subscription, subscriptionId, paymentIntentId, trialDays } = (
    await billing.createSubscription({ body: { plan, location } })
  ).data
  if (!clientSecret) return undefined
  const { amount, currency } = subscription
  return trialDays
    ? { for: 'trial', clientSecret, subscriptionId, amount, currency, days: trialDays, until: inDays(trialDays) }
    : { for: 'payment', clientSecret, subscriptionId, paymentIntentId, amount, currency }
}

async function beginCard(): Promise<Started> {
  const [{ data: cards }, { data: intent }] = await Promise.all([
    billing.listPaymentMethods(),
    billing.createSetupIntent(),
  ])
  return { for: 'later', ...storeSetupIntent(intent), known: cards.paymentMethods.map(({ _id }) => _id) }
}
