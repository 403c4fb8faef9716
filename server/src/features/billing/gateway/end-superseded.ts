import { message } from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import type { Deps } from '../../../deps.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { saveEvent, type BillingEvent } from '../billing-events.sql.ts'
import { queueBillingMail } from '../queue-billing-mail.ts'
import { hasEnded, hasRefundable } from '../rules.ts'
import { saveEnd, type GatewayRow } from '../subscriptions.sql.ts'

/**
 * If the subscription was paid before we could end it, the payment is refunded immediately and the payer notified.
 * Returns true if anything was paid.
 */
export async function endSuperseded(context: Deps, row: GatewayRow, event?: BillingEvent): Promise<boolean> {
  const { payments } = context
  const { provider_id: gatewayId, account_id, plan, currency } = row
  const theirs = await payments.fetch(gatewayId)
  if (theirs && !hasEnded(theirs)) await payments.cancel(gatewayId, false)
  const paid = (await payments.invoices(gatewayId)).filter(hasRefundable)
  for (const { id: invoiceId, amount, refunded } of paid)
    await payments.refund(invoiceId, amount - refunded, `superseded:${invoiceId}`)
  if (paid.length === 0) return false
  const sum = paid.reduce((total, { amount, refunded }) => total + amount - refunded, 0)
  await unitOfWork(context, SYSTEM, async (work) => {
    if (event) await saveEvent(work.tx, event, work.now)
    // The request that superseded it and the event of the payment may race. Only the first one sends the email.
    if (!(await saveEnd(work.tx, row, work.now))) return
    await queueBillingMail(work, account_id, () => ({
      subject: message('We refunded a payment'),
      lines: [
        message(
          'You paid {amount, number, price} for the {plan, select, monthly {monthly} quarterly {quarterly} ' +
            'other {annual}} plan after choosing a different one. We’ve refunded the full amount.',
          { ...inText(sum, currency), plan },
        ),
      ],
    }))
  })
  return true
}
