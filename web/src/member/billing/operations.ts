import type { Subscription } from '@kindred/contract/billing/subscriptions'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, field, isObject } from '../../api/failure.ts'
import { billing } from '../../api/member-client.ts'
import { type CallName, readQuery } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { readJson, write } from '../../session/storage.ts'
import { getSession, setSession } from '../../session/store.ts'
import { subscriptionError, type SubscriptionCall, type SubscriptionError } from '../../api/subscription-error.ts'

// The member's subscription, which the browser stores across reloads, and pending changes to it.

const key = (part: string) => `kindred.premium.${part}`

const isSubscription = (value: unknown): value is Subscription => field(value, '_id') !== undefined
const isList = <T>(value: unknown): value is T[] => Array.isArray(value)

const store = <T>(part: string, value: T): T => {
  write(key(part), JSON.stringify(value))
  return value
}

/** Returns whether the member of now is still signed in later, as an answer may come after they have signed out. */
function whileSignedIn(): () => boolean {
  const member = getSession().user?._id
  return () => member !== undefined && getSession().user?._id === member
}

async function askAndStore<T>(part: string, ask: () => Promise<T>): Promise<T> {
  const isSignedIn = whileSignedIn()
  const value = await withRetry(ask)
  return isSignedIn() ? store(part, value) : value
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
    queryFn: () => askAndStore(part, ask),
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
  const isSignedIn = whileSignedIn()
  const found = (subscription: Subscription | null) => {
    if (isSignedIn()) setPremium(subscription !== null)
    return subscription
  }
  try {
    // For someone who never subscribed, the specified answer is an error, so they aren't asked about.
    if (!getSession().user?.isVIP && (await billing.listOwnSubscriptions()).data.subscriptions.length === 0)
      return found(null)
    return found((await billing.currentSubscription()).subscription)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error
    return found(null)
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
    queryFn: ({ pageParam }) => {
      const ask = async () => (await billing.listInvoices({ query: { before: pageParam } })).data
      return pageParam === '' ? askAndStore('invoices', ask) : withRetry(ask)
    },
    initialPageParam: '',
    getNextPageParam: ({ nextBefore }: InvoicePage) => nextBefore,
    ...(first ? { initialData: { pages: [first], pageParams: [''] }, initialDataUpdatedAt: 0 } : {}),
  })
}

export const ownQuery = () =>
  queryOptions({
    ...readQuery(['listOwnSubscriptions'], billing.listOwnSubscriptions),
    select: ({ data }) => data.subscriptions,
  })

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
