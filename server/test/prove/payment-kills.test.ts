import { expect, onTestFinished, test } from 'vitest'
import type { Kinds } from '../../src/infra/payments/sandbox-books.ts'
import { configure } from '../configuring.ts'
import { openLocalStripe } from '../local-stripe.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { proof, proving } from '../proofs.ts'
import { startWorld, until } from '../world.ts'

/** Starting servers takes a while on a busy machine. */
const LONG = 300_000
const KEY = 'sk_test_killed'

type Step = { call: string; path: string; method: string; body: object; by?: 'staff' }

/** A server that can be killed between an operation at the gateway and its response. */
async function startKillable() {
  const stripe = await openLocalStripe(KEY)
  onTestFinished(stripe.stop)
  const env = {
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: 'whsec_killed',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_killed',
    STRIPE_API_URL: stripe.url,
  }
  const world = await startWorld({ env: { ...env, TOKEN_SECRET: SECRET } })
  stripe.join(world.deps)
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const server = await serverProcess(world, env)
  const send = async ({ path, method, body, by }: Step) => {
    const answer = await fetch(`${server.base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${by ? ines.token : ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { data?: { subscriptionId?: string; clientSecret?: string } },
    }
  }
  /** Kills the server after the gateway's operation and before its response, then repeats the request. */
  const cutOff = async (step: Step) => {
    let killed = false
    stripe.beforeAnswering.work = async (call) => {
      if (killed || call !== step.call) return
      killed = true
      await server.kill()
    }
    await expect(send(step)).rejects.toThrow('fetch failed')
    await until(() => killed)
    await server.start()
    return send(step)
  }
  const counts = (...kinds: (keyof Kinds)[]) => Promise.all(kinds.map(async (kind) => (await stripe.all(kind)).length))
  /** Interrupts steps that move no money only in a proof, because each restart takes seconds. */
  const mayCutOff = (step: Step) => (proving ? cutOff(step) : send(step))
  return { world, stripe, ines, send, cutOff, mayCutOff, counts }
}

test(
  'a retry completes a trial after a kill at either step: one card form, one trial',
  async () => {
    const { world, stripe, ines, cutOff, counts } = await startKillable()
    await configure(ines.client, { trialDays: { monthly: 14, quarterly: 0, annual: 0 } })
    const create = { path: '/subscription/create', method: 'POST', body: { plan: 'monthly' } }
    const created = await cutOff({ ...create, call: 'POST /v1/setup_intents' })
    expect([created.status, ...(await counts('setup_intent', 'subscription'))]).toEqual([201, 1, 0])
    await stripe.keepCard(created.body.data!.clientSecret!)
    const body = { subscriptionId: created.body.data!.subscriptionId! }
    const confirm = { path: '/subscription/confirm', method: 'POST', body }
    expect((await cutOff({ ...confirm, call: 'POST /v1/subscriptions' })).status).toBe(200)
    const { rows } = await world.query('select status, trial_days from subscriptions')
    expect([rows, await counts('subscription')]).toEqual([[{ status: 'trialing', trial_days: 14 }], [1]])
    proof('killed between gateway and database at both steps of a trial: one card form, one trial')
  },
  LONG,
)

test(
  'a retry completes a payment after a kill at any step between gateway and database: one charge, one refund',
  async () => {
    const { world, stripe, send, cutOff, mayCutOff, counts } = await startKillable()
    const create = { path: '/subscription/create', method: 'POST', body: { plan: 'monthly' } }
    const created = await cutOff({ ...create, call: 'POST /v1/subscriptions' })
    expect([created.status, ...(await counts('subscription', 'invoice'))]).toEqual([201, 1, 1])
    const { rows } = await world.query('select id, provider_id from subscriptions')
    expect(rows).toHaveLength(1)
    await stripe.pay(rows[0].provider_id as string)
    const confirm = { path: '/subscription/confirm', method: 'POST', body: { subscriptionId: rows[0].id } }
    expect((await mayCutOff({ ...confirm, call: 'GET /v1/subscriptions/:id' })).status).toBe(200)
    const update = { path: '/subscription/update', method: 'PUT', body: { plan: 'annual' } }
    expect((await cutOff({ ...update, call: 'POST /v1/subscriptions/:id' })).status).toBe(409)
    // After a minute, no request can still be changing the subscription.
    await world.query("update subscriptions set changing_until = changing_until - interval '1 minute'")
    expect((await send({ ...update, call: '' })).status).toBe(200)
    expect(await counts('subscription', 'invoice')).toEqual([1, 2])
    const [invoice] = (await world.query('select id, amount from invoices order by created_at desc, amount desc')).rows
    const some = {
      path: `/admin/invoices/${invoice.id}/refund`,
      method: 'POST',
      body: { amount: 100, reason: 'Sorry.' },
    }
    expect((await cutOff({ ...some, by: 'staff', call: 'POST /v1/refunds' })).status).toBe(200)
    expect(await counts('refund')).toEqual([1])
    const cancel = { path: '/subscription/cancel', method: 'POST', body: { atPeriodEnd: true } }
    expect((await mayCutOff({ ...cancel, call: 'POST /v1/subscriptions/:id' })).status).toBe(200)
    const again = { path: '/subscription/reactivate', method: 'POST', body: {} }
    expect((await mayCutOff({ ...again, call: 'POST /v1/subscriptions/:id' })).status).toBe(200)
    const end = { path: '/subscription/cancel', method: 'POST', body: { atPeriodEnd: false } }
    expect((await mayCutOff({ ...end, call: 'DELETE /v1/subscriptions/:id' })).status).toBeLessThan(500)
    const [last] = (
      await world.query(
        'select s.plan, s.status, i.refunded from subscriptions s join invoices i on i.subscription_id = s.id where refunded > 0',
      )
    ).rows
    expect(last).toEqual({ plan: 'annual', status: 'canceled', refunded: 100 })
    expect(await counts('subscription', 'invoice', 'refund')).toEqual([1, 2, 1])
    const steps = proving ? 'seven' : 'three'
    proof(`killed between gateway and database at ${steps} steps: one subscription, two invoices, one refund`)
  },
  LONG,
)
