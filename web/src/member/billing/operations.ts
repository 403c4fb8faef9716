import type { Subscription } from '@kindred/contract/billing/subscriptions'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, field, isObject } from '../../api/failure.ts'
import { billing } from '../../api/member-client.ts'
import type { CallName } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { readJson } from '../../session/storage.ts'
import { getSession, setSession } from '../../session/store.ts'
import { subscriptionError, type SubscriptionCall, type SubscriptionError } from '../../api/subscription-error.ts'

// The member's subscription, which the browser stores across reloads, and pending changes to it.

const key = (part: string) => `kindred.premium.${part}`

const isSubscription = (value: unknown): value is Subscription => field(value, '_id') !== undefined
const isList = <T>(value: unknown): value is T[] => Array.isArray(value)

const store = <T>(part: string, value: T): T => {
  localStorage.setItem(key(part), JSON.stringify(value))
  return value
}

/** A query whose response is stored, and shown after a reload until it is refreshed. */
function persisted<T>(
  call: CallName,
  part: string,
  isRight: (value: unknown) => value is T & {},
  ask: () => Promise<T>,
) {
  const stored = readJson(key(part), isRight)
  return queryOptions<T>({
    queryKey: [call],
    queryFn: async () => store(part, await withRetry(ask)),
    ...(stored === null ? {} : { initialData: stored, initialDataUpdatedAt: 0 }),
  })
}

/** Premium follows from the subscription alone, whatever the stored user says. */
export function setPremium(isVIP: boolean): void {
  const { user } = getSession()
  if (user && user.isVIP !== isVIP) setSession({ user: { ...user, isVIP } })
}

/** The current subscription, or null if there is none. A 404 is a valid response here. */
async function current(): Promise<Subscription | null> {
  try {
    const { subscription } = await billing.currentSubscription()
    setPremium(true)
    return subscription
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error
    setPremium(false)
    return null
  }
}

export const currentSubscriptionQuery = () =>
  persisted('currentSubscription', 'currentSubscription', isSubscription, current)
export const paymentMethodsQuery = () =>
  persisted(
    'listPaymentMethods',
    'paymentMethods',
    isList,
    async () => (await billing.listPaymentMethods()).data.paymentMethods,
  )

type InvoicePage = Awaited<ReturnType<typeof billing.listInvoices>>['data']
const isInvoicePage = (value: unknown): value is InvoicePage => isObject(value) && Array.isArray(value['invoices'])
/** Invoices in pages, newest first. Only the first page is stored across reloads. */
export function invoicesQuery() {
  const first = readJson(key('invoices'), isInvoicePage)
  return infiniteQueryOptions({
    queryKey: ['listInvoices'],
    queryFn: async ({ pageParam }) => {
      const { data } = await withRetry(() => billing.listInvoices({ query: { before: pageParam } }))
      return pageParam === '' ? store('invoices', data) : data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextBefore }: InvoicePage) => nextBefore,
    ...(first ? { initialData: { pages: [first], pageParams: [''] }, initialDataUpdatedAt: 0 } : {}),
  })
}

export const ownQuery = () =>
  persisted(
    'listOwnSubscriptions',
    'userSubscriptions',
    isList,
    async () => (await billing.listOwnSubscriptions()).data.subscriptions,
  )

export const storeSetupIntent = (intent: { clientSecret: string; setupIntentId: string }) =>
  store('setupIntent', intent)

type Operation = { loading: boolean; error: (SubscriptionError & { shown: string }) | null; success: boolean }
const idle: Operation = { loading: false, error: null, success: false }

export function useOperation(call: SubscriptionCall) {
  const [state, setState] = useState<Operation>(idle)
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setState({ ...idle, loading: true })
    try {
      const result = await work()
      setState({ ...idle, success: true })
      return result
    } catch (error) {
      setState({ ...idle, error: subscriptionError(error, call) })
      return undefined
    }
  }
  return { ...state, run }
}
