import { createHmac, randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { openLocalStripe } from './local-stripe.ts'
import type { Person } from './people.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

const [KEY, WEBHOOK_SECRET] = ['sk_test_paying', 'whsec_paying']

/** A member who pays through Stripe, and a sender of Stripe's later events. */
export async function startPaying(options: WorldOptions = {}) {
  const stripe = await openLocalStripe(KEY)
  onTestFinished(stripe.stop)
  const world = await startWorld({
    ...options,
    env: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_paying',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
    },
  })
  stripe.join(world.deps)
  const ada = await world.dater()
  const { subscriptionId, clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  const [{ provider_id: id }] = (await world.query('select provider_id from subscriptions')).rows
  expect(clientSecret).toMatch(/_secret_/)
  await stripe.pay(id)
  await ada.client.confirmSubscription({ body: { subscriptionId } })
  return { world, stripe, ada, id: id as string, sendEvent: webhookSender(world) }
}

/** Sends events to Stripe's webhook with a valid signature. */
const webhookSender =
  (world: World) =>
  async (type: string, object: object, status = 200, id = `evt_${randomUUID()}`) =>
    expect(await sendSigned(world, JSON.stringify({ id, object: 'event', type, data: { object } }))).toBe(status)

/** The status of the response to a body that Stripe signed. */
export async function sendSigned(world: World, body: string): Promise<number> {
  const at = Math.floor(world.deps.clock.now().getTime() / 1000)
  const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
  const answer = await world.request('/webhooks/stripe', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${v1}` },
    body,
  })
  return answer.status
}

export type Plan = 'monthly' | 'quarterly' | 'annual'

/** The checkout of a plan, before it is paid for. */
export const begin = async ({ client }: Person, plan: Plan = 'monthly') =>
  (await client.createSubscription({ body: { plan } })).data
export const isVIP = async ({ client }: Person) => (await client.getProfile()).userData.user.isVIP
export const invoicesOf = async ({ client }: Person) => (await client.listInvoices({ query: {} })).data.invoices
/** The subjects of a person's emails, without the brand. */
export const subjects = async (world: World, { email }: Person, atLeast: number) =>
  (await world.mailsTo(email, atLeast)).map(({ subject }) => subject.split(' · ')[0])
