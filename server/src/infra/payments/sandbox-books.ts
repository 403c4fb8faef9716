import { plans, type PlanName } from '@kindred/contract'
import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import { afterMonths, type Clock } from '../clock.ts'
import { transaction, type Db, type Tx } from '../db/db.ts'
import type { SandboxSubscriptions } from '../db/schema.ts'
import { seal, type Keys } from '../keys.ts'
import type { GatewayEvent, GatewaySubscription, Offer } from './gateway.ts'

/** Only the sandbox writes its tables, and it writes only these values. */
export type Narrowed = {
  plan: PlanName
  status: GatewaySubscription['status']
  dispute: GatewaySubscription['dispute']
}
export type SandboxRow = Omit<Selectable<SandboxSubscriptions>, keyof Narrowed> & Narrowed
export type Deliver = (raw: Buffer, signature: string) => Promise<unknown>

export const token = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

/** An id that is always the same for an idempotency key. */
export const idFor = (kind: string, key: string) =>
  `${kind}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
export const secretFor = (id: string) => `${id}_secret_${randomBytes(9).toString('hex')}`

export const signatureOf = (raw: Buffer, key: KeyObject, at: number) =>
  `t=${at},v1=${seal(key, String(at), raw).toString('hex')}`

export const offerOf = ({ plan, amount, currency }: SandboxRow): Offer => ({ plan, amount, currency })

/** How much of the current period remains, from 1 to 0. */
export const remainingShare = ({ period_start, period_end }: SandboxRow, now: Date): number =>
  period_start && period_end
    ? Math.max(0, period_end.getTime() - now.getTime()) / (period_end.getTime() - period_start.getTime())
    : 0

export const toSubscription = (row: SandboxRow): GatewaySubscription => ({
  id: row.id,
  account: row.customer,
  customer: row.customer,
  plan: row.plan,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  createdAt: row.created_at,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  trialStart: row.trial_start,
  trialEnd: row.trial_end,
  canceledAt: row.canceled_at,
  cancelAtPeriodEnd: row.cancel_at_period_end,
  isTaxed: false,
  clientSecret: row.status === 'incomplete' ? row.client_secret : null,
  paymentIntentId: row.intent_id,
  requiresAction: row.intent_status === 'requires_action',
  dispute: row.dispute,
  // A trial has a card that has not paid yet.
  cards: row.status === 'active' && row.card !== null ? [row.card] : [],
})

export const selectSubscriptions = (db: Db | Tx) =>
  db.selectFrom('sandbox_subscriptions').selectAll().$narrowType<Narrowed>()

export const getSubscription = (db: Db, id: string): Promise<SandboxRow> =>
  selectSubscriptions(db).where('id', '=', id).executeTakeFirstOrThrow()

const updateSubscription = (tx: Tx, id: string, values: object): Promise<SandboxRow> =>
  tx
    .updateTable('sandbox_subscriptions')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow()

export type Books = ReturnType<typeof openBooks>
export type SandboxDeps = { db: Db; keys: Keys; clock: Clock }

/** The sandbox's own books, and the signed event that follows each change. */
export function openBooks({ db, keys, clock }: SandboxDeps) {
  let deliver: Deliver = async () => {}
  const key = (): KeyObject => {
    const [newest] = keys.of('signed-address')
    if (!newest) throw new Error('There is no key to sign events with.')
    return newest
  }
  const sendEvent = async (type: string, subscriptionId: string, setupIntentId?: string) => {
    const event: GatewayEvent = { id: token('evt'), type, subscriptionId, ...(setupIntentId ? { setupIntentId } : {}) }
    const raw = Buffer.from(JSON.stringify(event))
    await deliver(raw, signatureOf(raw, key(), Math.floor(clock.now().getTime() / 1000)))
  }
  /** Changes a subscription in one transaction with `also`, then sends the event. */
  const change = async (
    id: string,
    values: object,
    type: string,
    also?: (tx: Tx) => Promise<unknown>,
  ): Promise<GatewaySubscription> => {
    const row = await transaction(db, async (tx) => {
      await also?.(tx)
      return updateSubscription(tx, id, values)
    })
    await sendEvent(type, id)
    return toSubscription(row)
  }
  const addInvoice =
    (row: SandboxRow, { plan, amount }: Offer, from: Date, status: string) =>
    (tx: Tx) =>
      tx
        .insertInto('sandbox_invoices')
        .values({
          id: token('in'),
          subscription_id: row.id,
          plan,
          amount,
          status,
          created_at: clock.now(),
          period_start: from,
          period_end: afterMonths(from, plans[plan].months),
        })
        .execute()
  return { db, clock, key, change, addInvoice, sendEvent, deliverTo: (to: Deliver) => void (deliver = to) }
}
