import type { PlanName } from '@kindred/contract/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { billing } from '../../api/member-client.ts'
import { getSession, setSession } from '../../session/store.ts'
import { keepSetupIntent, useOperation } from './operations.ts'

/** What the card is for: a payment now, one after a trial, or whatever comes. */
type Begun =
  | { for: 'payment'; clientSecret: string; subscriptionId: string; paymentIntentId: string | null; amount: number }
  | { for: 'trial'; clientSecret: string; subscriptionId: string; amount: number; days: number; until: Date }
  | { for: 'later'; clientSecret: string; known: string[] }

type Came = { paid?: string | undefined; added?: string | undefined }

/** Beginning to pay for a plan, and what comes of it; without a plan, a card alone is added. */
export function useCheckout(plan: PlanName | null, { paid, added }: Came) {
  const queryClient = useQueryClient()
  const create = useOperation(plan ? 'create' : 'setupIntent')
  const confirming = useOperation(plan ? 'confirm' : 'paymentMethods')
  const [begun, setBegun] = useState<Begun>()
  const [done, setDone] = useState<Begun['for']>()
  const settle = (what: Begun['for']) => {
    for (const key of [
      'currentSubscription',
      'userSubscriptions',
      'invoices',
      'paymentMethods',
      'listLikes',
      'getAllowance',
    ])
      void queryClient.invalidateQueries({ queryKey: [key] })
    setDone(what)
  }
  const begin = () => create.run(async () => setBegun(plan ? await beginPlan(plan) : await beginCard()))
  const confirm = (subscriptionId: string, paymentIntentId: string | null) =>
    confirming.run(async () => {
      const { subscription } = (await billing.confirmSubscription({ body: { subscriptionId, paymentIntentId } })).data
      const { user } = getSession()
      if (user) setSession({ user: { ...user, isVIP: true } })
      settle(subscription.status === 'trialing' ? 'trial' : 'payment')
    })
  /** The card is with the provider: from now on it is the one that pays. */
  const useNew = (known: string[] | null) =>
    confirming.run(async () => {
      const cards = (await billing.listPaymentMethods()).data.paymentMethods
      const fresh = known && cards.find(({ _id }) => !known.includes(_id))
      if (fresh) await billing.setDefaultMethod({ params: { id: fresh._id } })
      settle('later')
    })
  const given = () => {
    if (!begun) return
    if (begun.for === 'later') void useNew(begun.known)
    else void confirm(begun.subscriptionId, begun.for === 'payment' ? begun.paymentIntentId : null)
  }
  // The bank asked on a page of its own, and has sent them back: what came of it stands in the provider's books.
  useEffect(() => {
    if (paid) void confirm(paid, null)
    else if (added !== undefined) void useNew(null)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each who comes back
  }, [paid, added])
  return { begun, done, begin, given, create, confirming }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function beginPlan(plan: PlanName): Promise<Begun | undefined> {
  const { clientSecret, subscription, subscriptionId, paymentIntentId, trialDays } = (
    await billing.createSubscription({ body: { plan } })
  ).data
  if (!clientSecret) return undefined
  const { amount } = subscription
  return trialDays
    ? { for: 'trial', clientSecret, subscriptionId, amount, days: trialDays, until: inDays(trialDays) }
    : { for: 'payment', clientSecret, subscriptionId, paymentIntentId, amount }
}

async function beginCard(): Promise<Begun> {
  const [{ data: cards }, { data: intent }] = await Promise.all([
    billing.listPaymentMethods(),
    billing.createSetupIntent(),
  ])
  return { for: 'later', ...keepSetupIntent(intent), known: cards.paymentMethods.map(({ _id }) => _id) }
}
