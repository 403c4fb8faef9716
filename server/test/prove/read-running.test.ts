import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { startPaying } from '../paying.ts'

// Each night, the server reads some running subscriptions from the gateway in turn, and all with something due.

/** Three payers in the order of their gateway ids, who paid too long ago for the gateway to list them again. */
async function openThree() {
  const { world, stripe } = await startPaying()
  for (const firstName of ['Ben', 'Cleo']) {
    const { client } = await world.dater({ firstName })
    const { subscriptionId } = (await client.createSubscription({ body: { plan: 'monthly' } })).data
    const { rows } = await world.query(`select provider_id from subscriptions where status = 'incomplete'`)
    await stripe.pay((rows as [{ provider_id: string }])[0].provider_id)
    await client.confirmSubscription({ body: { subscriptionId } })
  }
  const { rows } = await world.query('select provider_id as id from subscriptions order by provider_id')
  const ids = (rows as { id: string }[]).map(({ id }) => id)
  await reconcile(world.deps)
  for (const id of ids) {
    const subscription = await stripe.subscription(id)
    await stripe.change(subscription, { created: subscription.created - 10 * 24 * 3600 })
  }
  let isCanceled = false
  /** Changes each subscription at the gateway without an event, and returns those that a night finds. */
  const changedIn = async (night: () => Promise<void>) => {
    isCanceled = !isCanceled
    for (const id of ids) await stripe.change(await stripe.subscription(id), { cancel_at_period_end: isCanceled })
    await world.query(
      `update subscriptions set cancel_at_period_end = ${!isCanceled}, updated_at = now() - interval '2 days'`,
    )
    await night()
    const found = await world.query(`select provider_id from subscriptions where cancel_at_period_end = ${isCanceled}`)
    return ids.filter((id) => (found.rows as { provider_id: string }[]).some((row) => row.provider_id === id))
  }
  return { world, ids, changedIn, night: (most?: number) => () => reconcile(world.deps, most) }
}

test('a night reads all that it has time for, and the next one goes on from there', async () => {
  const { ids, changedIn, night } = await openThree()
  const [first, second, third] = ids
  expect(await changedIn(night())).toEqual(ids)
  // The previous night ended with the third subscription, so this one starts again with the first.
  expect(await changedIn(night(2))).toEqual([first, second])
  expect(await changedIn(night(2))).toEqual([first, third])
  expect(await changedIn(night(2))).toEqual([second, third])
  expect(await changedIn(night(3))).toEqual(ids)
})

test('whatever was due is read every night', async () => {
  const { world, ids, changedIn, night } = await openThree()
  const [first, second] = ids
  const due = async (id: string | undefined, change: string) => {
    await world.query(`update subscriptions set ${change} where provider_id = '${id}'`)
    return changedIn(night(0))
  }
  expect(await changedIn(night(0))).toEqual([])
  expect(await due(first, `current_period_end = now() - interval '1 hour'`)).toEqual([first])
  expect(await due(second, `status = 'past_due'`)).toEqual([second])
})

test('while the gateway fails, the next night reads the same ones again', async () => {
  const { world, ids, changedIn, night } = await openThree()
  const failing = {
    ...world.deps,
    payments: { ...world.deps.payments, fetch: () => Promise.reject(new Error('It fails.')) },
  }
  expect(
    await changedIn(() =>
      expect(reconcile(failing, 2))
        .rejects.toThrow(/^2 of \d+ failed/)
        .then(() => {}),
    ),
  ).toEqual([])
  expect(await changedIn(night(2))).toEqual(ids.slice(0, 2))
})
