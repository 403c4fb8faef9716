import { expect, test } from 'vitest'
import { receiveEvent } from '../../src/features/billing/gateway/receive-event.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

type Event = { raw: Buffer; signature: string; id: string }
type Life = { id: string; events: Event[]; state: () => Promise<string> }

const ORDERS = 5040
const EACH = 5
const LONG = 900_000

/** The nth permutation of this many items. */
function order<T>(things: readonly T[], nth: number): T[] {
  const [left, ordered] = [[...things], [] as T[]]
  for (let rest = nth; left.length > 0; rest = Math.floor(rest / (left.length + 1)))
    ordered.push(...left.splice(rest % left.length, 1))
  return ordered
}

/** Seven changes to a subscription whose events haven't arrived yet. */
async function live(world: World): Promise<Life> {
  const sandbox = world.deps.sandbox!
  const events: Event[] = []
  const person = await world.dater()
  sandbox.deliverTo(async (raw, signature) => {
    events.push({ raw, signature, id: (JSON.parse(raw.toString()) as { id: string }).id })
  })
  const { clientSecret, subscriptionId: id } = (await person.client.createSubscription({ body: { plan: 'monthly' } }))
    .data
  await sandbox.pay(clientSecret!, 'declined', false)
  await sandbox.pay(clientSecret!, 'authentication', false)
  await sandbox.pay(clientSecret!, 'success', false)
  await person.client.confirmSubscription({ body: { subscriptionId: id } })
  await person.client.cancelSubscription()
  await person.client.reactivateSubscription()
  await person.client.updateSubscription({ body: { plan: 'quarterly' } })
  await person.client.cancelSubscription({ body: { atPeriodEnd: false } })
  const state = async () => {
    const { rows } = await world.query(
      `select plan, status, amount, current_period_start, current_period_end, cancel_at_period_end, canceled_at, payment_intent_id,
        (select jsonb_agg(i.amount order by i.amount) from invoices i where i.subscription_id = s.id) as paid,
        (select premium_until from accounts a where a.id = s.account_id) as until
      from subscriptions s where id = '${id}'`,
    )
    return JSON.stringify(rows)
  }
  return { id, events, state }
}

/** Restores the state before any event arrived. */
const forget = (world: World, { id, events }: Life) =>
  world.query(`
    delete from billing_events where id in (${events.map((event) => `'${event.id}'`).join()});
    delete from invoices where subscription_id = '${id}';
    update subscriptions set status = 'incomplete', plan = 'monthly', amount = 1290, current_period_start = null,
      current_period_end = null, canceled_at = null, cancel_at_period_end = false where id = '${id}'`)

test(
  'the seven events of a subscription lead to one state in any order, each sent five times',
  async () => {
    const world = await startWorld()
    const lives: Life[] = []
    for (let one = 0; one < 4; one++) lives.push(await live(world))
    expect(lives.map(({ events }) => events.length)).toEqual([7, 7, 7, 7])
    const many = rounds(56, ORDERS)
    let nth = 0
    const sendAll = async (life: Life) => {
      const { events, state } = life
      const before = await state()
      expect(before).toContain('"canceled"')
      for (let mine = nth++; mine < many; mine = nth++) {
        await forget(world, life)
        expect(await state()).not.toBe(before)
        const sent = order(events, mine * (ORDERS / many))
        for (let times = 0; times < EACH; times++)
          for (const { raw, signature } of sent) await receiveEvent(world.deps, raw, signature)
        expect(await state()).toBe(before)
      }
    }
    await Promise.all(lives.map(sendAll))
    expect(new Set(Array.from({ length: ORDERS }, (_, n) => order([1, 2, 3, 4, 5, 6, 7], n).join())).size).toBe(ORDERS)
    proof(`${many} orders of a subscription's seven events, each ${EACH} times: one state`)
  },
  LONG,
)

/** A signature with a different last digit. */
const other = (signature: string) => signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0')

test('invalid, old and missing signatures are refused', async () => {
  const world = await startWorld()
  const { events } = await live(world)
  const { raw, signature } = events[0]!
  const send = async (body: Buffer, headers: Record<string, string>) =>
    (
      await world.request('/webhooks/stripe', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: body.toString(),
      })
    ).status
  expect(await send(raw, { 'stripe-signature': signature })).toBe(200)
  expect(await send(raw, {})).toBe(400)
  expect(await send(raw, { 'stripe-signature': other(signature) })).toBe(400)
  const altered = Buffer.from(raw.toString().replace('sub_', 'sub_x'))
  expect(await send(altered, { 'stripe-signature': signature })).toBe(400)
  world.turnClock(10 * 60_000)
  expect(await send(raw, { 'stripe-signature': signature })).toBe(400)
})
