import { ApiError, type Payment, type PaymentEvent } from '@kindred/contract'
import { toInvoice } from '../billing.ts'
import type { InvoiceRow } from '../queries.ts'
import { findPayment, findPayments, type FoundPayment, listLateOf, nextPaymentOf, type PayerRow } from './queries.ts'
import { entriesAbout } from '../../operations/index.ts'
import type { Deps } from '../../../deps.ts'
import { minutes, toInstant } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'

const toPayment = (row: InvoiceRow & PayerRow): Payment => ({
  ...toInvoice(row),
  user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
})

export const searchPayments = async ({ db }: Pick<Deps, 'db'>, search: string, limit: number): Promise<Payment[]> =>
  (await findPayments(db, search, limit)).map(toPayment)

type Details = { kind: PaymentEvent['kind'] } & Partial<PaymentEvent>

const toEvent = (at: Date | null, details: Details): PaymentEvent => ({
  at: toInstant(at),
  amount: null,
  by: null,
  reason: null,
  payment: null,
  ...details,
})

/** Refunds made at the gateway itself have no entry in our log, so their time is unknown. */
async function refundsOf(db: Db, { id, account_id, refunded }: InvoiceRow): Promise<PaymentEvent[]> {
  const entries = (await entriesAbout(db, account_id, 'invoice.refunded')).filter(
    ({ details }) => details?.['invoice'] === id,
  )
  const ours = entries.map(({ at, actor, reason, details }) =>
    toEvent(at, { kind: 'refunded', amount: Number(details?.['amount']), by: actor, reason }),
  )
  const rest = refunded - ours.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return rest > 0 ? [...ours, toEvent(null, { kind: 'refunded', amount: rest })] : ours
}

/** A subscription that is canceled at once ends at about the same time. */
const AT_ONCE = minutes(1)

function endOf({ ends, ended, subscription_ends, canceled_at }: FoundPayment): PaymentEvent[] {
  const end = ended ? (subscription_ends ?? canceled_at) : null
  const isAtOnce = end && canceled_at && Math.abs(end.getTime() - canceled_at.getTime()) < AT_ONCE
  return [
    ...((ends || ended) && canceled_at && !isAtOnce ? [toEvent(canceled_at, { kind: 'canceled' })] : []),
    ...(end ? [toEvent(end, { kind: 'ended' })] : []),
  ]
}

/** Undated events come first, and the others follow with the newest first. */
const timeOf = ({ at }: PaymentEvent): number => (at === null ? Infinity : Date.parse(at))

/** A payment, and all that happened to it until the next one. */
export async function readPayment(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<{ payment: Payment; events: PaymentEvent[] }> {
  const row = await findPayment(db, id)
  if (!row) throw new ApiError('not_found', 'We couldn’t find this payment.')
  const next = await nextPaymentOf(db, row)
  const [late, refunds] = await Promise.all([listLateOf(db, row, next?.created_at), refundsOf(db, row)])
  const hasFailed = late.some(({ why }) => why === 'payment')
  const events = [
    toEvent(row.created_at, { kind: row.status === 'paid' && !hasFailed ? 'paid' : 'issued', amount: row.amount }),
    ...late.flatMap(({ why, since, settled_at, outcome }) => [
      toEvent(since, { kind: why === 'dispute' ? 'disputed' : 'failed' }),
      ...(settled_at && outcome === 'paid'
        ? [toEvent(settled_at, why === 'dispute' ? { kind: 'won' } : { kind: 'paid', amount: row.amount })]
        : []),
    ]),
    ...refunds,
    ...(next
      ? [
          toEvent(next.created_at, {
            kind: next.plan === row.plan ? 'renewed' : 'changed',
            amount: next.amount,
            payment: next.id,
          }),
        ]
      : endOf(row)),
  ]
  return { payment: toPayment(row), events: events.toReversed().toSorted((one, other) => timeOf(other) - timeOf(one)) }
}
