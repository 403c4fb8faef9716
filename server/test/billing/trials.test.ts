import { expect, test } from 'vitest'
import type { Sandbox } from '../../src/infra/payments/sandbox.ts'
import { configure } from '../configuring.ts'
import { begin, invoicesOf, isVIP, subjects } from '../paying.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const DAYS = 7

/** A world in which the monthly plan has a week's trial. */
async function worldWithTrials() {
  const world = await startWorld()
  const { client } = await world.administrator()
  await configure(client, { trialDays: { monthly: DAYS, quarterly: 0, annual: 0 } })
  return { world, sandbox: world.deps.sandbox! }
}

const current = async ({ client }: Person) => (await client.currentSubscription()).subscription

/** A member with a trial and a valid card. */
async function trying(world: World, sandbox: Sandbox, card = 'success') {
  const person = await world.dater()
  const { clientSecret, subscriptionId } = await begin(person)
  await sandbox.pay(clientSecret!, card, true)
  await person.client.confirmSubscription({ body: { subscriptionId } })
  return person
}

test('a trial starts when its card is saved, costs nothing, and shows its end date', async () => {
  const { world, sandbox } = await worldWithTrials()
  const ada = await world.dater()
  const checkout = await begin(ada)
  expect(checkout).toMatchObject({
    trialDays: DAYS,
    paymentIntentId: null,
    requiresAction: false,
    subscription: { status: 'incomplete', currentPeriodEnd: null, trialStart: null },
  })
  const confirm = () => ada.client.confirmSubscription({ body: { subscriptionId: checkout.subscriptionId } })
  const unconfirmed = { status: 409, message: 'Your card hasn’t been confirmed yet.' }
  await expect(confirm()).rejects.toMatchObject(unconfirmed)
  expect((await sandbox.pay(checkout.clientSecret!, 'declined', false))!.status).toBe('failed')
  expect((await sandbox.pay(checkout.clientSecret!, 'authentication', false))!.status).toBe('requires_action')
  await expect(confirm()).rejects.toMatchObject(unconfirmed)
  expect(await isVIP(ada)).toBe(false)
  expect((await sandbox.pay(checkout.clientSecret!, 'authentication', true))!.status).toBe('succeeded')
  const { subscription } = (await confirm()).data
  expect(subscription).toMatchObject({ status: 'trialing', amount: 1290 })
  const days = (Date.parse(subscription.trialEnd!) - Date.parse(subscription.trialStart!)) / 86_400_000
  expect([days, subscription.currentPeriodEnd]).toEqual([DAYS, subscription.trialEnd])
  expect([await isVIP(ada), await invoicesOf(ada)]).toEqual([true, []])
  expect(await subjects(world, ada, 2)).toContain('Your free trial has started')
})

test('a trial also starts if the member left before it was confirmed', async () => {
  const { world, sandbox } = await worldWithTrials()
  const ada = await world.dater()
  await sandbox.pay((await begin(ada)).clientSecret!, 'success', false)
  expect([(await current(ada)).status, await isVIP(ada)]).toEqual(['trialing', true])
})

test('after the trial the plan is charged; canceling avoids that, and a failed card gets a week of grace', async () => {
  const { world, sandbox } = await worldWithTrials()
  const [goesOn, ends, fails] = [
    await trying(world, sandbox),
    await trying(world, sandbox, 'authentication'),
    await trying(world, sandbox, 'fails_later'),
  ]
  expect((await goesOn.client.previewSubscription({ query: { plan: 'annual' } })).data).toMatchObject({ dueNow: 0 })
  await ends.client.cancelSubscription()
  await sandbox.advance(DAYS + 1)
  expect(await current(goesOn)).toMatchObject({ status: 'active' })
  expect((await invoicesOf(goesOn)).map(({ amount }) => amount)).toEqual([1290])
  expect([await isVIP(ends), await invoicesOf(ends)]).toEqual([false, []])
  expect([(await current(fails)).status, await isVIP(fails)]).toEqual(['past_due', true])
  const { clientSecret } = (await fails.client.createSetupIntent()).data
  await sandbox.pay(clientSecret, 'success', false)
  const cards = (await fails.client.listPaymentMethods()).data.paymentMethods
  await fails.client.setDefaultMethod({ params: { id: cards.find(({ isDefault }) => !isDefault)!._id } })
  expect((await current(fails)).status).toBe('active')
  expect((await invoicesOf(fails)).map(({ amount }) => amount)).toEqual([1290])
})

test('a plan chosen during a trial is paid for when the trial ends', async () => {
  const { world, sandbox } = await worldWithTrials()
  const ada = await trying(world, sandbox)
  const { trialEnd } = await current(ada)
  const { subscription } = (await ada.client.updateSubscription({ body: { plan: 'annual' } })).data
  expect(subscription).toMatchObject({ plan: 'annual', status: 'trialing', trialEnd, amount: 8280 })
  await sandbox.advance(DAYS + 1)
  expect((await invoicesOf(ada)).map(({ amount }) => amount)).toEqual([8280])
})

test('a member gets one trial, and only with a plan that offers one', async () => {
  const { world, sandbox } = await worldWithTrials()
  const ben = await world.dater({ firstName: 'Ben' })
  expect(await begin(ben, 'annual')).not.toHaveProperty('trialDays')
  expect(await begin(ben)).toMatchObject({ trialDays: DAYS })
  const ada = await trying(world, sandbox)
  await ada.client.cancelSubscription({ body: { atPeriodEnd: false } })
  const again = await begin(ada)
  expect(again).not.toHaveProperty('trialDays')
  expect(again.paymentIntentId).toMatch(/^pi_/)
})

const REFUSED = {
  status: 409,
  message:
    'This card was used on another account, so there’s no free trial with it. You can subscribe without one: nothing ' +
    'has been charged.',
}

test('a card brings one account a trial; others who use it pay from the start', async () => {
  const { world, sandbox } = await worldWithTrials()
  const ada = await trying(world, sandbox)
  for (const card of ['success', 'authentication']) {
    if (card === 'authentication') {
      // This card has paid for a plan without a trial.
      const payer = await world.dater()
      const { clientSecret, subscriptionId } = await begin(payer, 'annual')
      await sandbox.pay(clientSecret!, card, true)
      await payer.client.confirmSubscription({ body: { subscriptionId } })
    }
    const ben = await world.dater({ firstName: 'Ben' })
    const { clientSecret, subscriptionId, trialDays } = await begin(ben)
    expect(trialDays).toBe(DAYS)
    await sandbox.pay(clientSecret!, card, true)
    const confirm = () => ben.client.confirmSubscription({ body: { subscriptionId } })
    for (const again of [confirm, confirm]) await expect(again()).rejects.toMatchObject(REFUSED)
    expect([await isVIP(ben), await invoicesOf(ben)]).toEqual([false, []])
    const paid = await begin(ben)
    expect(paid).not.toHaveProperty('trialDays')
    await sandbox.pay(paid.clientSecret!, card, true)
    const { subscription } = (await ben.client.confirmSubscription({ body: { subscriptionId: paid.subscriptionId } }))
      .data
    expect(subscription.status).toBe('active')
  }
  expect((await current(ada)).status).toBe('trialing')
})

test('of accounts that begin a trial with one card at the same moment, one gets it', async () => {
  const { world, sandbox } = await worldWithTrials()
  const people = await Promise.all(Array.from({ length: 6 }, () => world.dater()))
  const secrets = await Promise.all(people.map(async (person) => (await begin(person)).clientSecret!))
  await Promise.all(secrets.map((secret) => sandbox.pay(secret, 'success', false)))
  expect((await Promise.all(people.map(isVIP))).filter(Boolean)).toHaveLength(1)
})
