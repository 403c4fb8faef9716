import {
  type AdminSubscription,
  ApiError,
  type Invoice,
  type LatePayment,
  message,
  type PaymentDifference,
  type Subscription,
} from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { queueBillingMail, toInvoice, toSubscription } from '../billing.ts'
import { endSubscription, extendSubscription, syncSubscription } from '../gateway/snapshots.ts'
import { withChangeLease, LEASE_TRIES } from '../members/queries.ts'
import { listToExtend } from '../nightly/queries.ts'
import {
  findByGatewayId,
  findInvoice,
  findOpenSubscription,
  type GatewayRow,
  getAgain,
  type InvoiceRow,
  isAtGateway,
  saveEvent,
  saveRefunded,
  type SubscriptionRow,
  updateSubscription,
} from '../queries.ts'
import {
  findInvoices,
  insertGift,
  type ListedRow,
  listSubscriptionRows,
  lockAccount,
  premiumUntil,
  readStats,
  type SubscriptionPage,
} from './queries.ts'
import { audit, configurationOf } from '../../operations/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { afterMonths, days, later, seconds, toInstant } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Keys } from '../../../infra/keys.ts'
import { dayOnly, disguise, pseudonymOf, undisguise } from '../../../infra/pseudonym.ts'
import { mayAs } from '../../../infra/staff.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

type Added = { row: SubscriptionRow; until: Date; extended?: GatewayRow }

/**
 * Extends a running subscription in our row; the caller then extends it at the gateway. Without one, the gift begins
 * when the paid time ends. The caller has locked the account.
 */
async function addPremium(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  accountId: string,
  endAfter: (from: Date) => Date,
): Promise<Added> {
  const open = await findOpenSubscription(tx, accountId)
  const isRunning = open?.status === 'active' || open?.status === 'trialing'
  if (!open || !isRunning || !isAtGateway(open) || !open.current_period_end) {
    const paidUntil = await premiumUntil(tx, accountId)
    const from = paidUntil && paidUntil > now ? paidUntil : now
    const until = endAfter(from)
    return { row: await insertGift(tx, accountId, from, until, now), until }
  }
  const { provider_id, current_period_end: end, added_seconds: added } = open
  // A restored backup may know less than the gateway.
  const given = Math.max(open.given_seconds, added)
  const from = later(end, seconds(given - added))
  const until = endAfter(from)
  const given_seconds = given + (until.getTime() - from.getTime()) / seconds(1)
  const row = await updateSubscription(tx, open, { given_seconds, updated_at: now })
  return { row, until, extended: { ...row, provider_id } }
}

type GiftInput = { accountId: string; months: number; reason: string }

/** A running subscription is extended at the gateway; otherwise the gift begins when the paid time ends. */
export async function givePremium(context: Deps, { account: staff }: Viewer, input: GiftInput): Promise<Subscription> {
  const { accountId, months, reason } = input
  const { row, extended } = await unitOfWork(context, asStaff(staff.id), async (work) => {
    if (!(await lockAccount(work.tx, accountId))) throw new ApiError('not_found', 'We couldn’t find this user.')
    await assertNotOverdue(work.tx, accountId)
    const gift = await addPremium(work, accountId, (from) => afterMonths(from, months))
    await audit(work, {
      action: gift.extended ? 'subscription.extended' : 'subscription.given',
      subjectId: accountId,
      reason,
      details: { months, until: gift.until.toISOString() },
    })
    await queueBillingMail(work, accountId, ({ day }) => ({
      subject: message('A gift: {months, plural, one {# month} other {# months}} of Premium', { months }),
      lines: [
        message('Enjoy {months, plural, one {# month} other {# months}} of Premium for free, until {day}.', {
          months,
          day: day(gift.until),
        }),
        reason,
      ],
    }))
    return gift
  })
  if (!extended) return toSubscription(row)
  // Our row has what was given, so if the gateway doesn't answer now, the nightly job adds it.
  await extendSubscription(context, extended).catch((error: unknown) => context.log.error({ err: error }, 'extension'))
  return toSubscription(await getAgain(context.db, row))
}

async function assertNotOverdue(tx: Tx, accountId: string): Promise<void> {
  if ((await findOpenSubscription(tx, accountId))?.status === 'past_due')
    throw new ApiError('conflict', 'Their payment is overdue. It has to be paid first.')
}

type DifferenceRow = Pick<PaymentDifference, 'kind' | 'ours' | 'theirs' | 'outcome'> & {
  id: string
  provider_id: string
  found_at: Date
  settled_at: Date | null
  account_id: string | null
  name: string | null
  email: string | null
}

async function differencesPage(db: Db, before: string | undefined, limit: number): Promise<DifferenceRow[]> {
  const isAfterCursor = before
    ? sql`(d.found_at, d.id) < (select found_at, id from payment_differences where id = ${before})`
    : sql`true`
  const { rows } = await sql<DifferenceRow>`
    select d.id, d.kind, d.provider_id, d.ours, d.theirs, d.outcome, d.found_at, d.settled_at, d.account_id,
      a.full_name as name, a.email
    from payment_differences d left join identity_people a on a.id = d.account_id
    where ${isAfterCursor} order by d.found_at desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

const toPaymentDifference = (row: DifferenceRow): PaymentDifference => ({
  _id: row.id,
  user: row.account_id ? { _id: row.account_id, name: row.name ?? '', email: row.email } : null,
  kind: row.kind,
  providerId: row.provider_id,
  ours: row.ours,
  theirs: row.theirs,
  outcome: row.outcome,
  foundAt: row.found_at.toISOString(),
  settledAt: toInstant(row.settled_at),
})

export async function listDifferences({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await differencesPage(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    differences: shown.map(toPaymentDifference),
    nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

type LateRow = Pick<LatePayment, 'plan' | 'amount' | 'currency' | 'why' | 'outcome'> & {
  id: string
  since: Date
  settled_at: Date | null
  account_id: string
  name: string
  email: string | null
}

async function latePaymentsPage(db: Db, before: string | undefined, limit: number): Promise<LateRow[]> {
  const isAfterCursor = before
    ? sql`(p.since, p.id) < (select since, id from late_payments where id = ${before})`
    : sql`true`
  const { rows } = await sql<LateRow>`
    select p.id, p.plan, p.amount, s.currency, p.why, p.since, p.settled_at, p.outcome, a.id as account_id,
      a.full_name as name, a.email
    from late_payments p join identity_people a on a.id = p.account_id
      join subscriptions s on s.account_id = p.account_id and s.id = p.subscription_id
    where ${isAfterCursor} order by p.since desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countLatePayments(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from late_payments where settled_at is null limit ${most}) p`.execute(db)
  return rows[0]?.count ?? 0
}

const toLatePayment = (row: LateRow): LatePayment => ({
  _id: row.id,
  user: { _id: row.account_id, name: row.name, email: row.email },
  plan: row.plan,
  amount: row.amount,
  currency: row.currency,
  why: row.why,
  since: row.since.toISOString(),
  settledAt: toInstant(row.settled_at),
  outcome: row.outcome,
})

export async function listLatePayments({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await latePaymentsPage(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return { payments: shown.map(toLatePayment), nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const toAdminSubscription = (row: ListedRow, payment: InvoiceRow | undefined): AdminSubscription => ({
  ...toSubscription(row),
  status: row.status,
  user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
  payment: payment ? toInvoice(payment) : null,
})

/** The stats of more subscriptions are cached (infra/memory.ts). */
const EXPENSIVE = 5000

const dayOrNull = (instant: string | null) => instant && dayOnly(instant)

const toAnonymous = (keys: Keys, { user, ...subscription }: AdminSubscription): AdminSubscription => ({
  ...subscription,
  _id: disguise(keys, subscription._id),
  createdAt: dayOnly(subscription.createdAt),
  updatedAt: dayOnly(subscription.updatedAt),
  canceledAt: dayOrNull(subscription.canceledAt),
  currentPeriodStart: dayOrNull(subscription.currentPeriodStart),
  currentPeriodEnd: dayOrNull(subscription.currentPeriodEnd),
  trialStart: dayOrNull(subscription.trialStart),
  trialEnd: dayOrNull(subscription.trialEnd),
  user: { _id: pseudonymOf(keys, user._id), name: '', email: null },
  payment: null,
})

export async function listSubscriptions(context: Deps, { account }: Viewer, input: SubscriptionPage) {
  const { upToDate: db, clock, memory, keys } = context
  const { limit, after } = input
  const seesPeople = mayAs(account, 'users.read') && mayAs(account, 'invoices')
  if (!seesPeople && input.search) throw new ApiError('forbidden', 'Your role doesn’t include this.')
  const { currency } = await configurationOf(context)
  const page = { ...input, limit: limit + 1, after: seesPeople || !after ? after : undisguise(keys, after) }
  const [rows, stats] = await Promise.all([
    listSubscriptionRows(db, page),
    memory.cache(
      `subscription stats ${currency}`,
      () => readStats(db, currency, clock.now()),
      ({ active }) => active > EXPENSIVE,
    ),
  ])
  const shown = rows.slice(0, limit)
  const payments = seesPeople
    ? await findInvoices(
        db,
        shown.flatMap(({ payment }) => payment ?? []),
      )
    : []
  const subscriptions = shown
    .map((row) =>
      toAdminSubscription(
        row,
        payments.find(({ id }) => id === row.payment),
      ),
    )
    .map((each) => (seesPeople ? each : toAnonymous(keys, each)))
  return {
    subscriptions,
    nextAfter: rows.length > limit ? (subscriptions.at(-1)?._id ?? null) : null,
    figures: {
      active: stats.active,
      pastDue: stats.past_due,
      canceledThisMonth: stats.canceled,
      revenue: stats.revenue,
      months: stats.months,
    },
  }
}

type RefundInput = { invoiceId: string; amount?: number | undefined; reason: string; refunded?: number | undefined }

const justRefunded = () => new ApiError('conflict', 'This has just been refunded.')

/**
 * A full refund of the current period ends the subscription. The idempotency key includes the amount refunded before,
 * so repeated or concurrent requests make one refund. An event may raise that amount before a request is repeated, so
 * requests also say which amount they expect.
 */
export async function refundInvoice(context: Deps, viewer: Viewer, input: RefundInput): Promise<Invoice> {
  const { invoiceId, reason } = input
  const { db, payments } = context
  const invoice = await findInvoice(db, invoiceId)
  if (!invoice) throw new ApiError('not_found', 'We couldn’t find this invoice.')
  if (input.refunded !== undefined && input.refunded !== invoice.refunded) throw justRefunded()
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
    // A concurrent request refunded another part of the invoice.
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
    if (!(await saveEvent(work.tx, { id: key, type: 'refund' }, work.now))) throw justRefunded()
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
    await withChangeLease(context, row, endOrSync, LEASE_TRIES)
  else await syncSubscription(context, gatewayId)
}

/** The invoice of the current period is the newest paid one, and the gateway knows the sum of all partial refunds. */
async function isPeriodRefunded({ payments }: Deps, gatewayId: string, invoiceId: string): Promise<boolean> {
  const invoices = await payments.invoices(gatewayId)
  const newest = invoices.find(({ status, amount }) => status === 'paid' && amount > 0)
  return newest?.id === invoiceId && newest.refunded >= newest.amount
}

type Returned = { accountId: string; days: number; decision: string }

/**
 * Restores days of premium that a wrong decision took, in the transaction that overturns it. The caller has locked the
 * member's account.
 */
export async function returnPremium(
  work: Work<'config' | 'jobs' | 'keys'>,
  { accountId, days: count, decision }: Returned,
): Promise<void> {
  const { until, extended } = await addPremium(work, accountId, (from) => later(from, days(count)))
  await audit(work, {
    action: 'subscription.returned',
    subjectId: accountId,
    details: { days: count, until: until.toISOString(), decision },
  })
  await queueBillingMail(work, accountId, ({ day }) => ({
    subject: message('We’ve restored your Premium days'),
    lines: [
      message(
        'While our decision applied, you missed {count, plural, one {# day} other {# days}} of Premium. We’ve added ' +
          'the time, so you have Premium until {day}.',
        { count, day: day(until) },
      ),
    ],
  }))
  if (extended) await work.jobs.add(work.tx, 'extend-subscription', { accountId })
}

export async function extendAtGateway(context: Deps, accountId: string): Promise<void> {
  for (const row of await listToExtend(context.db, accountId)) await extendSubscription(context, row)
}
