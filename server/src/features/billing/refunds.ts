import { ApiError, type Invoice } from '@kindred/contract'
import type { Selectable } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Invoices } from '../../infra/db/schema.ts'
import { audit } from '../operations/index.ts'
import { noteEvent } from './queries.ts'
import { toldInvoice } from './service.ts'
import { endNow, takeOver } from './sync.ts'
import { asStaff, unitOfWork } from '../../work.ts'

const find = (db: Db, id: string) =>
  db
    .selectFrom('invoices')
    .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .selectAll('invoices')
    .select(['subscriptions.provider_id as subscription_provider_id', 'subscriptions.status as subscription_status'])
    .where('invoices.id', '=', id)
    .executeTakeFirst()

/** What the provider told meanwhile may have it in already. */
const setRefunded = (tx: Tx, id: string, refunded: number): Promise<Selectable<Invoices>> =>
  tx
    .updateTable('invoices')
    .set((eb) => ({ refunded: eb.fn('greatest', ['refunded', eb.val(refunded)]) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Money goes back once, however often it is asked for; all that was paid for what runs now ends the subscription. The key names what had been refunded before: asked
 * for again after an answer that was lost, or twice at the same moment, it is one refund at the provider, and one here.
 */
export async function refund(
  context: Deps,
  { account }: Viewer,
  id: string,
  amount: number | undefined,
  reason: string,
): Promise<Invoice> {
  const { db, payments } = context
  const invoice = await find(db, id)
  if (!invoice) throw new ApiError('not_found', 'There is no such invoice.')
  const left = invoice.amount - invoice.refunded
  const back = amount ?? left
  if (back > left || left === 0) throw new ApiError('conflict', `At most ${left} can be given back.`)
  const key = `${id}:${invoice.refunded}:${back}`
  if (!(await payments.refund(invoice.provider_id, back, key))) {
    // Somebody else refunded another part of it at the same moment.
    if (invoice.subscription_provider_id) await takeOver(context, invoice.subscription_provider_id)
    throw new ApiError('conflict', 'Less than that is left to refund. Please look again.')
  }
  const row = await unitOfWork(context, asStaff(account.id), async (work) => {
    const { now } = work
    if (!(await noteEvent(work.tx, { id: key, type: 'refund' }, now)))
      throw new ApiError('conflict', 'This was refunded a moment ago.')
    await audit(work, {
      action: 'invoice.refunded',
      subjectId: invoice.account_id,
      reason,
      details: { invoice: id, amount: back },
    })
    return setRefunded(work.tx, id, invoice.refunded + back)
  })
  const { subscription_provider_id: running, subscription_status: status } = invoice
  if (!running) return toldInvoice(row)
  const isOver = status !== 'canceled' && (await isRefunded(context, running, invoice.provider_id))
  await (isOver ? endNow(context, running) : takeOver(context, running))
  return toldInvoice(row)
}

/**
 * Whether what runs now has been refunded altogether: the newest invoice that was paid with an amount is for it, and the provider knows
 * what went back of that in however many parts.
 */
async function isRefunded({ payments }: Deps, subscriptionId: string, invoiceId: string): Promise<boolean> {
  const invoices = await payments.invoices(subscriptionId)
  const newest = invoices.find(({ status, amount }) => status === 'paid' && amount > 0)
  return newest?.id === invoiceId && newest.refunded >= newest.amount
}
