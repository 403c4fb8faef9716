import { expect, test } from 'vitest'
import { invoicesOf, startPaying } from '../paying.ts'
import type { Person } from '../people.ts'

// Refunds of payments that a change of plan has already credited to another plan.

const change = ({ client }: Person, plan: 'monthly' | 'quarterly' | 'annual') =>
  client.updateSubscription({ body: { plan } })
const preview = async ({ client }: Person, plan: 'monthly' | 'quarterly' | 'annual') =>
  (await client.previewSubscription({ query: { plan } })).data
const amounts = async (person: Person) => (await invoicesOf(person)).map(({ amount }) => amount)

async function open() {
  const started = await startPaying()
  const ines = await started.world.administrator()
  const refund = async (plan: string, amount?: number) => {
    const found = (await invoicesOf(started.ada)).find((each) => each.plan === plan)!
    const body = { reason: 'Asked for it.', ...(amount ? { amount } : {}) }
    await ines.client.refundInvoice({ params: { id: found._id }, body })
  }
  return { ...started, refund }
}

test('what is refunded of an earlier plan after a change doesn’t pay for the next one, and is withheld once', async () => {
  const { ada, refund } = await open()
  await change(ada, 'annual')
  await refund('monthly')
  // Ada has paid 8280 - 1290 for the annual plan.
  expect(await preview(ada, 'quarterly')).toMatchObject({ credit: 6990, dueNow: 0, carried: 6990 - 2970 })
  await change(ada, 'quarterly')
  expect((await ada.client.previewCancellation()).data.credit).toBe(6990 - 2970)
  expect((await preview(ada, 'annual')).credit).toBe(6990)
  await change(ada, 'annual')
  expect(await amounts(ada)).toEqual([1290, 0, 6990, 1290])
  expect((await preview(ada, 'monthly')).credit).toBe(8280)
})

test('what is refunded of a plan is also withheld from what it has left over', async () => {
  const { ada, refund } = await open()
  await change(ada, 'annual')
  await change(ada, 'monthly')
  await refund('annual', 6000)
  // Before the refund, 6990 were left over, and 1290 paid for this month.
  expect((await preview(ada, 'quarterly')).credit).toBe(8280 - 6000)
  await change(ada, 'quarterly')
  expect(await amounts(ada)).toEqual([2970 - 2280, 0, 6990, 1290])
})

test('what was refunded for time that was used, or after a renewal, is not withheld', async () => {
  const { ada, stripe, refund } = await open()
  const half = 15
  await stripe.sandbox().advance(half)
  await change(ada, 'annual')
  const moved = 8280 - (await amounts(ada))[0]!
  await refund('monthly')
  const { credit } = await preview(ada, 'quarterly')
  expect(credit).toBeGreaterThanOrEqual(8280 - moved - 1)
  expect(credit).toBeLessThanOrEqual(8280 - moved + 1)
  await stripe.sandbox().advance(366)
  await ada.client.cancelSubscription()
  const renewed = await preview(ada, 'quarterly')
  expect(renewed.credit).toBeGreaterThan(8200)
})

test('a refund and a change of plan at the same time leave no one with both the money and the time', async () => {
  for (const [nth, isMade] of [
    [3, false],
    [1, true],
  ] as const) {
    const { ada, stripe, refund } = await open()
    let seen = 0
    const name = isMade ? 'POST /v1/subscriptions/:id' : 'GET /v1/subscriptions/:id'
    stripe.beforeAnswering.work = async (call) => {
      if (call !== name || ++seen < nth) return
      delete stripe.beforeAnswering.work
      await refund('monthly', 1000)
    }
    await change(ada, 'annual')
    expect(await amounts(ada)).toEqual([6990, 1290])
    expect((await preview(ada, 'monthly')).credit).toBe(7280)
  }
})
