import { plans, type Said } from '@kindred/contract'
import type { Selectable } from 'kysely'
import { afterMonths } from '../clock.ts'
import { transaction } from '../db/db.ts'
import type { SandboxSetups } from '../db/schema.ts'
import { offerOf, selectSubscriptions, type Books, type SandboxRow } from './sandbox-books.ts'
import { saveCard } from './sandbox-cards.ts'
import { findCard, type Card } from './test-cards.ts'

export type PaymentResult = { status: 'succeeded' | 'requires_action' | 'failed'; message: Said | null }

/** Starts a subscription with its first payment. Returns false if it has started before. */
async function startSubscription(books: Books, row: SandboxRow, card: Card): Promise<boolean> {
  const { db, clock, addInvoice, change, sendEvent } = books
  const now = clock.now()
  const values = {
    status: 'active',
    intent_status: 'succeeded',
    card: card.name,
    period_start: now,
    period_end: afterMonths(now, plans[row.plan].months),
  }
  const hasStarted = await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sandbox_subscriptions')
      .set(values)
      .where('id', '=', row.id)
      .where('status', '=', 'incomplete')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await addInvoice(row, offerOf(row), now, 'paid')(tx)
    await saveCard(tx, row.customer, card, now, true)
    return true
  })
  if (!hasStarted) return false
  await sendEvent('invoice.paid', row.id)
  if (card.disputed) await change(row.id, { dispute: 'open', disputed_at: now }, 'charge.dispute.created')
  return true
}

/** What a card's bank answers: it may decline, or ask the payer to authenticate. */
function authorize(card: Card, authenticated: boolean): PaymentResult {
  if (card.refusal) return { status: 'failed', message: card.refusal }
  if (card.authenticates && !authenticated) return { status: 'requires_action', message: null }
  return { status: 'succeeded', message: null }
}

const intentStatus = {
  failed: 'requires_payment_method',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
} as const
const intentEvents = { failed: 'payment_failed', requires_action: 'requires_action' } as const

/** Completes a setup intent with a card. Returns false if it has been completed before. */
async function completeSetup(
  { db, clock, sendEvent }: Books,
  { id, customer }: Selectable<SandboxSetups>,
  card: Card,
  { status }: PaymentResult,
): Promise<boolean> {
  const isUpdated = await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sandbox_setups')
      .set({ status: intentStatus[status], card: card.name })
      .where('id', '=', id)
      .where('status', '!=', 'succeeded')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (status === 'succeeded') await saveCard(tx, customer, card, clock.now(), false)
    return true
  })
  if (isUpdated && status === 'succeeded') await sendEvent('setup_intent.succeeded', '', id)
  return isUpdated
}

export type Pay = (clientSecret: string, card: string, authenticated: boolean) => Promise<PaymentResult | null>

/** What a payer does in the browser: enters a card, for a payment or for a setup intent. */
export const payWith =
  (books: Books): Pay =>
  async (clientSecret, cardName, authenticated) => {
    const { db, change } = books
    const card = findCard(cardName)
    if (!card) return null
    const result = authorize(card, authenticated)
    const setup = await db
      .selectFrom('sandbox_setups')
      .selectAll()
      .where('client_secret', '=', clientSecret)
      .where('status', '!=', 'succeeded')
      .executeTakeFirst()
    if (setup) return (await completeSetup(books, setup, card, result)) ? result : null
    const row = await selectSubscriptions(db)
      .where('client_secret', '=', clientSecret)
      .where('status', '=', 'incomplete')
      .executeTakeFirst()
    if (!row) return null
    if (result.status === 'succeeded') return (await startSubscription(books, row, card)) ? result : null
    const values = { intent_status: intentStatus[result.status] }
    await change(row.id, values, `payment_intent.${intentEvents[result.status]}`)
    return result
  }
