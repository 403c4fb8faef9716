import type { PlanName, Subscription } from '@kindred/contract/billing/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../api/failure.ts'
import { billing } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { currentSubscriptionQuery, setPremium, useOperation } from './operations.ts'
import type { Started } from './started.ts'

type Outcomes = { finish: (what: Started['for']) => void; onRefused: () => void }

export function useConfirming(plan: PlanName | null, { finish, onRefused }: Outcomes) {
  const queryClient = useQueryClient()
  /**
   * The subscription whose card was submitted without an error. Only the confirmation is pending, and submitting again
   * would charge twice.
   */
  const [charged, setCharged] = useState<string>()
  const confirming = useOperation(plan ? 'confirm' : 'paymentMethods')
  const confirm = (subscriptionId: string, paymentIntentId: string | null) =>
    confirming.run(async () => {
      setCharged(subscriptionId)
      const subscription = await confirmed(subscriptionId, paymentIntentId).catch((error: unknown) => {
        // The server has found no payment, so the card form can be used again.
        if (error instanceof CallFailed && error.status === 409) {
          setCharged(undefined)
          onRefused()
        }
        throw error
      })
      setPremium(true)
      // The server decides. If it can't be reached, the confirmed payment counts.
      await queryClient.fetchQuery({ ...currentSubscriptionQuery(), staleTime: 0 }).catch(() => {})
      finish(subscription.status === 'trialing' ? 'trial' : 'payment')
    })
  /** Makes the new card the default. The provider already has it. */
  const useNew = (known: string[] | null) =>
    confirming.run(async () => {
      const cards = (await billing.listPaymentMethods()).data.paymentMethods
      const fresh = known && cards.find(({ _id }) => !known.includes(_id))
      if (fresh) await billing.setDefaultMethod({ params: { id: fresh._id } })
      finish('later')
    })
  return { confirming, charged, confirm, useNew }
}

/**
 * Confirms a payment, which is safe to repeat. If there is no response although the money may have moved, the current
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
