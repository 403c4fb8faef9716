import { plans, type PlanName } from '@kindred/contract'
import { sql } from 'kysely'
import { afterMonths } from '../clock.ts'
import { cardCalled } from './cards.ts'
import { offerOf, type Books, type Row } from './sandbox-books.ts'

// What happens in the sandbox as time passes.

const WEEK = 7 * 86_400_000

/** A period is over: it ends as was wished, is paid again, or waits for its money for a week. */
export async function renew({ clock, bill, change }: Books, row: Row): Promise<void> {
  const now = clock.now()
  const end = row.period_end ?? now
  if (row.cancel_at_period_end)
    return void (await change(row.id, { status: 'canceled', canceled_at: end }, 'customer.subscription.deleted'))
  const due = Math.max(0, row.amount - row.balance)
  if (due === 0 || cardCalled(row.card ?? '')?.renews) {
    const next = {
      status: 'active',
      balance: Math.max(0, row.balance - row.amount),
      period_start: end,
      period_end: afterMonths(end, plans[row.plan as PlanName].months),
    }
    return void (await change(row.id, next, 'invoice.paid', bill(row, { ...offerOf(row), amount: due }, end, 'paid')))
  }
  if (row.status === 'past_due' && now.getTime() - end.getTime() > WEEK)
    return void (await change(row.id, { status: 'canceled', canceled_at: now }, 'customer.subscription.deleted'))
  if (row.status !== 'past_due') await change(row.id, { status: 'past_due' }, 'invoice.payment_failed')
}

const due = ({ db, clock }: Books): Promise<Row[]> =>
  db
    .selectFrom('sandbox_subscriptions')
    .selectAll()
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where('period_end', '<=', clock.now())
    .execute()

/** Banks take a week to decide, and then take the money back. */
async function lose({ db, clock, change }: Books): Promise<void> {
  const lost = await db
    .selectFrom('sandbox_subscriptions')
    .select('id')
    .where('dispute', '=', 'open')
    .where('disputed_at', '<=', new Date(clock.now().getTime() - WEEK))
    .execute()
  for (const { id } of lost) await change(id, { dispute: 'lost' }, 'charge.dispute.closed')
}

/** Everything in the books moves that far into the past, and what is due happens. */
export const passing =
  (books: Books) =>
  async (days: number): Promise<void> => {
    const { db, tell } = books
    const back = sql`make_interval(days => ${days}::int)`
    await sql`update sandbox_subscriptions set period_start = period_start - ${back}, period_end = period_end - ${back},
    trial_start = trial_start - ${back}, trial_end = trial_end - ${back}, disputed_at = disputed_at - ${back},
    canceled_at = canceled_at - ${back}, created_at = created_at - ${back}`.execute(db)
    await sql`update sandbox_invoices set created_at = created_at - ${back}, period_start = period_start - ${back}, period_end = period_end - ${back}`.execute(
      db,
    )
    await lose(books)
    // Several periods may have passed: each is paid for in its turn, until nothing changes any more.
    for (let before = '', turn = 0; turn < 40; turn++) {
      const rows = await due(books)
      const seen = JSON.stringify(rows)
      if (rows.length === 0 || seen === before) break
      before = seen
      for (const row of rows) await renew(books, row)
    }
    for (const { id } of await db.selectFrom('sandbox_subscriptions').select('id').execute())
      await tell('customer.subscription.updated', id)
  }
