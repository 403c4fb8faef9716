import type { PlanName, Subscription } from '@kindred/contract/billing/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reload, type CallName } from '../../api/queries.ts'
import { CallFailed } from '../../api/failure.ts'
import { billing } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { forgetAskedPlan, isAskedFor } from './asked-plan.ts'
import type { Money } from './price.ts'
import { currentQuery, storeSetupIntent, setPremium, useOperation } from './operations.ts'

/** What the card is for: a payment now, one after a trial, or whatever comes. */
export type Started =
  | ({ for: 'payment'; clientSecret: string; subscriptionId: string; paymentIntentId: string | null } & Money)
  | ({ for: 'trial'; clientSecret: string; subscriptionId: string; days: number; until: Date } & Money)
  | { for: 'later'; clientSecret: string; known: string[] }

type Came = { paid?: string | undefined; added?: string | undefined }

/** What changes for someone who has just paid, or given another card. */
const CHANGED: readonly CallName[] = [
  'currentSubscription',
  'listOwnSubscriptions',
  'listInvoices',
  'listPaymentMethods',
  'listLikes',
  'getAllowance',
]

/** Starting to pay for a plan, and what comes of it; without a plan, a card alone is added. */
export function useCheckout(plan: PlanName | null, { paid, added }: Came, ready: boolean) {
  const queryClient = useQueryClient()
  const create = useOperation(plan ? 'create' : 'setupIntent')
  const [started, setStarted] = useState<Started>()
  const [done, setDone] = useState<Started['for']>()
  /** The card was given and nothing refused it: only whether it counts is open, and giving it again would pay twice. */
  const [charged, setCharged] = useState<string>()
  const finish = (what: Started['for']) => {
    void reload(queryClient, ...CHANGED)
    setDone(what)
    forgetAskedPlan()
  }
  const read = useOperation('get')
  const confirming = useOperation(plan ? 'confirm' : 'paymentMethods')
  const begin = () => create.run(async () => setStarted(plan ? await beginPlan(plan) : await beginCard()))
  const confirm = (subscriptionId: string, paymentIntentId: string | null) =>
    confirming.run(async () => {
      setCharged(subscriptionId)
      const subscription = await confirmed(subscriptionId, paymentIntentId).catch((error: unknown) => {
        // The server has looked and found no payment: the card form may try again.
        if (error instanceof CallFailed && error.status === 409) setCharged(undefined)
        throw error
      })
      setPremium(true)
      // The server decides. If it can't be reached, the confirmed payment counts.
      await queryClient.fetchQuery({ ...currentQuery(), staleTime: 0 }).catch(() => {})
      finish(subscription.status === 'trialing' ? 'trial' : 'payment')
    })
  /** The card is with the provider: from now on it is the one that pays. */
  const useNew = (known: string[] | null) =>
    confirming.run(async () => {
      const cards = (await billing.listPaymentMethods()).data.paymentMethods
      const fresh = known && cards.find(({ _id }) => !known.includes(_id))
      if (fresh) await billing.setDefaultMethod({ params: { id: fresh._id } })
      finish('later')
    })
  const submitted = () => {
    if (!started) return
    if (started.for === 'later') void useNew(started.known)
    else void confirm(started.subscriptionId, started.for === 'payment' ? started.paymentIntentId : null)
  }
  const checkAgain = () => void confirm(charged ?? '', null)
  /** Back from a bank that asked on a page of its own. After a reload it may have been confirmed already. */
  const comeBack = (id: string) =>
    read.run(async () => {
      const { subscription } = (await withRetry(() => billing.getSubscription({ params: { id } }))).data
      if (isUsable(subscription)) return finish(subscription.status === 'trialing' ? 'trial' : 'payment')
      await confirm(id, null)
    })
  useEffect(() => {
    if (paid) void comeBack(paid)
    else if (added !== undefined) void useNew(null)
    else if (plan && isAskedFor(plan) && ready) void begin()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [paid, added, ready])
  return { started, done, charged: charged !== undefined, begin, submitted, checkAgain, create, read, confirming }
}

const isUsable = ({ status }: Subscription): boolean => status === 'active' || status === 'trialing'

/**
 * Confirms a payment, which is safe to repeat. If no answer comes although the money may have moved, the current
 * subscription shows whether the payment succeeded.
 */
async function confirmed(subscriptionId: string, paymentIntentId: string | null): Promise<Subscription> {
  try {
    const call = () => billing.confirmSubscription({ body: { subscriptionId, paymentIntentId } })
    return (await withRetry(call)).data.subscription
  } catch (error) {
    const now = await billing.currentSubscription().catch(() => null)
    if (now?.subscription._id === subscriptionId) return now.subscription
    throw error
  }
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function beginPlan(plan: PlanName): Promise<Started | undefined> {
  const { clientSecret, subscription, subscriptionId, paymentIntentId, trialDays } = (
    await billing.createSubscription({ body: { plan } })
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
