import { expect, test } from 'vitest'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld } from '../world.ts'

// Identical concurrent requests from a member, and Stripe's responses.

async function sandbox() {
  const world = await startWorld()
  const ada = await world.dater()
  await pay(world, (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data.clientSecret!)
  return { world, ada }
}

const cardOf = async ({ client }: Person) => (await client.listPaymentMethods()).data.paymentMethods[0]!._id
const running = async ({ client }: Person) => (await client.currentSubscription()).subscription

/** The distinct statuses of concurrent requests. */
async function together(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const all = await Promise.allSettled(Array.from({ length: count }, call))
  return [...new Set(all.map((each) => (each.status === 'fulfilled' ? 200 : each.reason.status)))].toSorted(
    (one, other) => one - other,
  )
}

test.each([
  ['the sandbox', sandbox],
  ['Stripe', startPaying],
] as const)('%s: a card that is removed twice at once is gone, and no call fails', async (_name, open) => {
  const { ada } = await open()
  const params = { id: await cardOf(ada) }
  expect(await together(6, () => ada.client.removeMethod({ params }))).toEqual([200, 404])
  expect((await ada.client.listPaymentMethods()).data.paymentMethods).toEqual([])
})

test('a card that is removed while it becomes the default isn’t found', async () => {
  const { ada, stripe } = await startPaying()
  const params = { id: await cardOf(ada) }
  stripe.beforeAnswering.work = async (call) => {
    if (call !== 'GET /v1/payment_methods/:id') return
    delete stripe.beforeAnswering.work
    await ada.client.removeMethod({ params })
  }
  await expect(ada.client.setDefaultMethod({ params })).rejects.toMatchObject({ status: 404 })
})

test('a subscription that is canceled, resumed or gets a card many times at once follows or asks to retry', async () => {
  const { ada } = await sandbox()
  const params = { id: await cardOf(ada) }
  const allowed = expect.arrayContaining([200])
  for (const [call, possible] of [
    [() => ada.client.cancelSubscription({ body: { atPeriodEnd: true } }), [200, 503]],
    [() => ada.client.reactivateSubscription(), [200, 409, 503]],
    [() => ada.client.setDefaultMethod({ params }), [200, 503]],
  ] as const) {
    const statuses = await together(20, call)
    expect(statuses).toEqual(allowed)
    expect(possible).toEqual(expect.arrayContaining(statuses))
  }
  expect(await running(ada)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
})

/** Ends the subscription at the gateway right after the server has read it. */
async function endsMeanwhile() {
  const { ada, stripe, id } = await startPaying()
  const endNow = () => {
    stripe.beforeAnswering.work = async (call) => {
      if (call !== 'GET /v1/subscriptions/:id') return
      delete stripe.beforeAnswering.work
      await stripe.sandbox().answer(new Request(`http://stripe/v1/subscriptions/${id}`, { method: 'DELETE' }))
    }
  }
  return { ada, endNow }
}

test.each([true, false])(
  'a cancellation finds that the subscription has just ended (at period end: %s)',
  async (late) => {
    const { ada, endNow } = await endsMeanwhile()
    endNow()
    const { subscription } = (await ada.client.cancelSubscription({ body: { atPeriodEnd: late } })).data
    expect(subscription.status).toBe('canceled')
  },
)

test('a subscription that has just ended can’t be resumed or changed', async () => {
  for (const call of ['reactivateSubscription', 'updateSubscription'] as const) {
    const { ada, endNow } = await endsMeanwhile()
    if (call === 'reactivateSubscription') await ada.client.cancelSubscription()
    endNow()
    const asked = call === 'updateSubscription' ? ada.client[call]({ body: { plan: 'annual' } }) : ada.client[call]()
    await expect(asked).rejects.toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('while Stripe fails, members are asked to try again soon', async () => {
  const { ada, stripe } = await startPaying()
  stripe.beforeAnswering.work = () => Promise.reject(new Error('Stripe has an outage.'))
  await expect(ada.client.cancelSubscription()).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    details: { retryAfter: expect.any(Number) },
  })
})
