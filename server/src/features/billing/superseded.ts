import type { Deps } from '../../deps.ts'
import { queueMail } from '../delivery/index.ts'
import { price } from './letters.ts'
import * as queries from './queries.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'

/**
 * Ends at the provider what was given up for another offer. If it was paid all the same, before it could be ended, the money goes back
 * at once and the payer is told. Whether anything was paid.
 */
export async function endSuperseded(
  context: Deps,
  { id, account_id, provider_id, plan }: queries.Row,
  event?: queries.BillingEvent,
): Promise<boolean> {
  const { payments } = context
  const theirs = await payments.fetch(provider_id!)
  if (theirs && !['canceled', 'incomplete_expired'].includes(theirs.status)) await payments.cancel(provider_id!, false)
  const paid = (await payments.invoices(provider_id!)).filter(
    ({ status, amount, refunded }) => status === 'paid' && refunded < amount,
  )
  for (const invoice of paid)
    await payments.refund(invoice.id, invoice.amount - invoice.refunded, `superseded:${invoice.id}`)
  if (paid.length === 0) return false
  const sum = paid.reduce((total, { amount, refunded }) => total + amount - refunded, 0)
  await unitOfWork(context, SYSTEM, async (work) => {
    if (event) await queries.noteEvent(work.tx, event, work.now)
    // Its own end and the event about it may both have found the payment: the payer is told once.
    if (!(await queries.noteEnded(work.tx, id, work.now))) return
    await queueMail(work, {
      to: account_id,
      kind: 'subscription',
      details: {
        subject: 'We refunded a payment',
        lines: [
          `You paid ${price(sum)} for a plan (${plan}) that you had given up for another one. The whole amount is on its way back to you.`,
        ],
        link: `${work.config.PUBLIC_URL}/premium`,
      },
    })
  })
  return true
}
