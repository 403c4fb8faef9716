import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { linkAccounts } from '../../src/features/moderation/index.ts'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { until, type World } from '../world.ts'

type Paying = Awaited<ReturnType<typeof startPaying>>

/** The card of `startPaying`, and another card. */
const [CARD, OTHER] = ['success', 'authentication']

async function chooser({ world }: Paying, firstName: string) {
  const person = await world.dater({ firstName })
  const { subscriptionId } = (await person.client.createSubscription({ body: { plan: 'monthly' } })).data
  const { rows } = await world.query(`select provider_id from subscriptions where id = '${subscriptionId}'`)
  const [{ provider_id: id }] = rows as [{ provider_id: string }]
  const confirm = () => person.client.confirmSubscription({ body: { subscriptionId } })
  return { ...person, id, confirm }
}

async function payer(paying: Paying, firstName: string, card: string) {
  const person = await chooser(paying, firstName)
  await paying.stripe.pay(person.id, card)
  await person.confirm()
  return person
}

const signsInWith = (world: World, { user }: Person, agent: string) =>
  world.query(`update sign_ins set address = '203.0.113.7', user_agent = '${agent}' where account_id = '${user._id}'`)
const cardsOf = async (world: World, { user }: Person) =>
  (await world.query(`select card_hash from payment_cards where account_id = '${user._id}'`)).rows as {
    card_hash: Buffer
  }[]

test('the card of a banned account is shown to staff with another signal, and neither alone', async () => {
  const paying = await startPaying()
  const { world, ada: bad } = paying
  const max = await world.staff('moderator')
  await signsInWith(world, bad, 'Firefox on Linux')
  await world.setState(bad, 'banned')
  const [both, family, neighbor] = [
    await payer(paying, 'Bea', CARD),
    await payer(paying, 'Cleo', CARD),
    await payer(paying, 'Dora', OTHER),
  ]
  await signsInWith(world, both, 'Firefox on Linux')
  await signsInWith(world, family, 'Safari on iPhone')
  await signsInWith(world, neighbor, 'Firefox on Linux')
  await linkAccounts(world.deps)
  const findings = async () => (await max.client.listAccountLinks({ query: {} })).data.links
  const found = await findings()
  expect(found).toEqual([
    expect.objectContaining({
      user: expect.objectContaining({ _id: both.user._id }),
      banned: expect.objectContaining({ _id: bad.user._id }),
      signals: [
        { kind: 'card', weight: 45 },
        { kind: 'device', weight: 30 },
      ],
      weight: 75,
    }),
  ])
  // With a sixth account, a card is shared so widely that it no longer links accounts.
  for (const firstName of ['Eve', 'Fay']) await payer(paying, firstName, CARD)
  const sixth = await payer(paying, 'Gwen', CARD)
  await world.query(`update profiles set bio = repeat('I like the sea and long walks. ', 3)
    where account_id in ('${bad.user._id}', '${sixth.user._id}')`)
  await linkAccounts(world.deps)
  expect(await findings()).toEqual(found)
})

test('a card that paid is stored once, as a keyed hash, and one that was declined isn’t', async () => {
  const paying = await startPaying()
  const { world, stripe, ada, sendEvent } = paying
  const ben = await chooser(paying, 'Ben')
  await stripe.pay(ben.id, 'declined')
  await expect(ben.confirm()).rejects.toMatchObject({ status: 409 })
  await stripe.pay(ben.id, OTHER)
  const subscription = await stripe.subscription(ben.id)
  await Promise.all([1, 2, 3].map(() => sendEvent('customer.subscription.updated', subscription)))
  const [[ofAda], stored] = [await cardsOf(world, ada), await cardsOf(world, ben)]
  expect(stored).toHaveLength(1)
  expect(stored[0]!.card_hash).toHaveLength(32)
  expect(stored).not.toEqual([ofAda])
  const text = JSON.stringify(
    (await world.query('select * from payment_cards')).rows.map((row) => String(row.card_hash)),
  )
  expect(text).not.toContain(OTHER)
})

test('the cards of an erased account are gone, also after its subscription ends at the gateway', async () => {
  const paying = await startPaying()
  const { world, stripe, ada, id, sendEvent } = paying
  expect(await cardsOf(world, ada)).toHaveLength(1)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  world.turnClock(31 * 86_400_000)
  await eraseDue(world.deps)
  await until(async () => (await stripe.subscription(id)).status === 'canceled')
  await sendEvent('customer.subscription.deleted', await stripe.subscription(id))
  expect(await cardsOf(world, ada)).toEqual([])
})
