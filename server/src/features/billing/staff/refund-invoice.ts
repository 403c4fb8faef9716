import { ApiError, type Invoice, message } from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { saveEvent } from '../billing-events.sql.ts'
import { endSubscription, syncSubscription } from '../gateway/sync-subscription.ts'
import { findInvoice, saveRefunded, type InvoiceRow } from '../invoices.sql.ts'
import { alone, PATIENTLY } from '../members/change-leases.sql.ts'
import { findByGatewayId } from '../subscriptions.sql.ts'
import { toInvoice } from '../to-invoice.ts'

type RefundInput = { invoiceId: string; amount?: number | undefined; reason: string }

/**
 * A full refund of the current period ends the subscription. The idempotency key names the amount refunded before, so
 * repeated or concurrent requests make one refund.
 */
export async function refundInvoice(context: Deps, viewer: Viewer, input: RefundInput): Promise<Invoice> {
  const { invoiceId, reason } = input
  const { db, payments } = context
  const invoice = await findInvoice(db, invoiceId)
  if (!invoice) throw new ApiError('not_found', 'We couldn’t find this invoice.')
  const left = invoice.amount - invoice.refunded
  const amount = input.amount ?? left
  if (amount > left || left === 0)
    throw new ApiError(
      'conflict',
      message('You can refund up to {amount, number, price}.', inText(left, invoice.currency)),
    )
  const key = `${invoiceId}:${invoice.refunded}:${amount}`
  const { subscription_provider_id: gatewayId } = invoice
  if (!(await payments.refund(invoice.provider_id, amount, key))) {
    // A concurrent request refunded another part of it.
    if (gatewayId) await syncSubscription(context, gatewayId)
    throw new ApiError('conflict', 'That’s more than the refundable amount. Check the amount and try again.')
  }
  const row = await saveRefund(context, viewer, { invoice, amount, key, reason })
  if (gatewayId) await followRefund(context, gatewayId, invoice)
  return toInvoice(row)
}

type Refund = { invoice: InvoiceRow; amount: number; key: string; reason: string }

const saveRefund = (context: Deps, { account }: Viewer, { invoice, amount, key, reason }: Refund) =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    if (!(await saveEvent(work.tx, { id: key, type: 'refund' }, work.now)))
      throw new ApiError('conflict', 'This has just been refunded.')
    await audit(work, {
      action: 'invoice.refunded',
      subjectId: invoice.account_id,
      reason,
      details: { invoice: invoice.id, amount, currency: invoice.currency },
    })
    return saveRefunded(work.tx, invoice, invoice.refunded + amount)
  })

type Refunded = { provider_id: string; subscription_status: string }

async function followRefund(context: Deps, gatewayId: string, invoice: Refunded): Promise<void> {
  const isOver = () => isPeriodRefunded(context, gatewayId, invoice.provider_id)
  const row = await findByGatewayId(context.db, gatewayId)
  const endOrSync = async () =>
    (await isOver()) ? endSubscription(context, gatewayId) : void (await syncSubscription(context, gatewayId))
  // A concurrent change of plan may pay for another period, which continues.
  if (row && invoice.subscription_status !== 'canceled' && (await isOver()))
    await alone(context, row, endOrSync, PATIENTLY)
  else await syncSubscription(context, gatewayId)
}

/** The invoice of the current period is the newest paid one, and the gateway knows the sum of all partial refunds. */
async function isPeriodRefunded({ payments }: Deps, gatewayId: string, invoiceId: string): Promise<boolean> {
  const invoices = await payments.invoices(gatewayId)
  const newest = invoices.find(({ status, amount }) => status === 'paid' && amount > 0)
  return newest?.id === invoiceId && newest.refunded >= newest.amount
}
