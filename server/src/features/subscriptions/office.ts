import { ApiError, CURRENCY, type AdminSubscription, type Invoice } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { transaction } from '../../infra/db/db.ts'
import { audit } from '../audit/service.ts'
import { figures } from './figures.ts'
import * as queries from './queries.ts'
import { takeOver, toldInvoice, toldSubscription } from './service.ts'

type Wish = { page: number; limit: number; status?: string | undefined; plan?: string | undefined }

export async function listAll({ db, clock }: Deps, { page, limit, status, plan }: Wish) {
  const [{ rows, total }, told] = await Promise.all([
    queries.list(db, status, plan, page, limit),
    figures(db, clock.now()),
  ])
  return {
    subscriptions: rows.map((row): AdminSubscription => ({
      ...toldSubscription(row),
      user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
    })),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
    figures: {
      active: told.active,
      pastDue: told.past_due,
      canceledThisMonth: told.canceled,
      currency: CURRENCY,
      months: told.months,
    },
  }
}

/** Money goes back once, however often it is asked for; all of it ends the subscription. */
export async function refund(
  context: Deps,
  { account }: Viewer,
  id: string,
  amount: number | undefined,
  reason: string,
): Promise<Invoice> {
  const done = await transaction(context.db, async (tx) => {
    const invoice = await queries.holdInvoice(tx, id)
    if (!invoice) throw new ApiError('not_found', 'There is no such invoice.')
    const left = invoice.amount - invoice.refunded
    const back = amount ?? left
    if (back > left || left === 0) throw new ApiError('conflict', `At most ${left} can be given back.`)
    await context.payments.refund(invoice.provider_id, back, `${id}:${invoice.refunded}:${back}`)
    await audit(tx, {
      at: context.clock.now(),
      actor: { kind: 'administrator', id: account.id },
      action: 'invoice.refunded',
      subjectId: invoice.account_id,
      reason,
      details: { invoice: id, amount: back },
    })
    const row = await queries.setRefunded(tx, id, invoice.refunded + back)
    const whole = back === left && invoice.subscription_provider_id && invoice.subscription_status !== 'canceled'
    return { row, ends: whole ? invoice.subscription_provider_id : null }
  })
  if (done.ends) {
    await context.payments.cancel(done.ends, false)
    await takeOver(context, done.ends)
  }
  return toldInvoice(done.row)
}
