import { plans } from '@kindred/contract'
import { sql } from 'kysely'
import { afterMonths, days as inDays } from '../clock.ts'
import { offerOf, selectSubscriptions, type Books, type SandboxRow } from './sandbox-books.ts'
import { findCard } from './test-cards.ts'

const WEEK = inDays(7)

/** Ends or renews a subscription whose period is over. A payment that fails has a week to go through. */
export async function renew({ clock, addInvoice, change }: Books, row: SandboxRow): Promise<void> {
  const now = clock.now()
  const end = row.period_end ?? now
  if (row.cancel_at_period_end)
    return void (await change(row.id, { status: 'canceled', canceled_at: end }, 'customer.subscription.deleted'))
  const due = Math.max(0, row.amount - row.balance)
  if (due === 0 || findCard(row.card)?.renews) {
    const next = {
      status: 'active',
      balance: Math.max(0, row.balance - row.amount),
      period_start: end,
      period_end: afterMonths(end, plans[row.plan].months),
    }
    const invoice = addInvoice(row, { ...offerOf(row), amount: due }, end, 'paid')
    return void (await change(row.id, next, 'invoice.paid', invoice))
  }
  if (row.status === 'past_due' && now.getTime() - end.getTime() > WEEK)
    return void (await change(row.id, { status: 'canceled', canceled_at: now }, 'customer.subscription.deleted'))
  if (row.status !== 'past_due') await change(row.id, { status: 'past_due' }, 'invoice.payment_failed')
}

const listDue = ({ db, clock }: Books): Promise<SandboxRow[]> =>
  selectSubscriptions(db)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where('period_end', '<=', clock.now())
    .execute()

/** Banks take a week to decide disputes. In the sandbox, the payer always wins. */
async function loseDisputes({ db, clock, change }: Books): Promise<void> {
  const lost = await db
    .selectFrom('sandbox_subscriptions')
    .select('id')
    .where('dispute', '=', 'open')
    .where('disputed_at', '<=', new Date(clock.now().getTime() - WEEK))
    .execute()
  for (const { id } of lost) await change(id, { dispute: 'lost' }, 'charge.dispute.closed')
}

async function moveIntoPast({ db }: Books, days: number): Promise<void> {
  const step = sql`make_interval(days => ${days}::int)`
  await sql`
    update sandbox_subscriptions set
      period_start = period_start - ${step}, period_end = period_end - ${step},
      trial_start = trial_start - ${step}, trial_end = trial_end - ${step}, disputed_at = disputed_at - ${step},
      canceled_at = canceled_at - ${step}, created_at = created_at - ${step}`.execute(db)
  await sql`
    update sandbox_invoices set created_at = created_at - ${step},
      period_start = period_start - ${step}, period_end = period_end - ${step}`.execute(db)
}

const MAX_TURNS = 40

/** Advances the sandbox's time: moves its books that far into the past, then does whatever is due. */
export const advanceClock =
  (books: Books) =>
  async (days: number): Promise<void> => {
    const { db, sendEvent } = books
    await moveIntoPast(books, days)
    await loseDisputes(books)
    // Several periods may have passed. Each is renewed in turn, until nothing changes.
    for (let before = '', turn = 0; turn < MAX_TURNS; turn++) {
      const rows = await listDue(books)
      const current = JSON.stringify(rows)
      if (rows.length === 0 || current === before) break
      before = current
      for (const row of rows) await renew(books, row)
    }
    for (const { id } of await db.selectFrom('sandbox_subscriptions').select('id').execute())
      await sendEvent('customer.subscription.updated', id)
  }
