import { CURRENCY } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { InvoiceRow, Narrowed, SubscriptionRow } from '../queries.ts'
import { type Db, NO_PLAN_CACHE, type Tx } from '../../../infra/db/db.ts'
import { hasWords } from '../../../infra/db/search.ts'

type Month = { month: string; running: number; began: number; ended: number }
type Revenue = { currency: string; amounts: number[]; refunded: number[] }
type Stats = { active: number; past_due: number; canceled: number; revenue: Revenue[]; months: Month[] }

/**
 * Covers the last 12 months. A subscription begins with its first payment or trial; gifts don't count. `running` is the
 * number of subscriptions at the start of the month. Amounts never mix currencies.
 */
export async function readStats(db: Db, currency: string, now: Date): Promise<Stats> {
  const { rows } = await sql<Stats>`
    with span as (select date_trunc('month', ${now}::timestamptz at time zone 'UTC') as last),
    begun as (
      select date_trunc('month', created_at at time zone 'UTC') as month, count(*)::int as n
      from subscriptions where current_period_end is not null and provider <> 'gift' group by 1),
    ended as (
      select date_trunc('month', canceled_at at time zone 'UTC') as month, count(*)::int as n
      from subscriptions
      where status = 'canceled' and current_period_end is not null and canceled_at is not null
        and provider <> 'gift' group by 1),
    paid as (
      select currency, date_trunc('month', created_at at time zone 'UTC') as month,
        sum(amount)::bigint as amount, sum(refunded)::bigint as refunded
      from invoices, span
      where status = 'paid' and created_at >= (last - interval '11 months') at time zone 'UTC' group by 1, 2),
    months as (
      select m as month from span, generate_series(span.last - interval '11 months', span.last, interval '1 month') m),
    earned as (
      select currencies.currency, jsonb_agg(coalesce(paid.amount - paid.refunded, 0) order by months.month) as amounts,
        jsonb_agg(coalesce(paid.refunded, 0) order by months.month) as refunded
      from (select ${currency}::text as currency union select currency from paid) currencies cross join months
      left join paid on paid.currency = currencies.currency and paid.month = months.month group by 1)
    select (select count(*) from subscriptions where status in ('active', 'trialing'))::int as active,
      (select count(*) from subscriptions where status = 'past_due')::int as past_due,
      coalesce((select n from ended where month = span.last), 0) as canceled,
      (select jsonb_agg(to_jsonb(earned) order by currency <> ${currency}, currency) from earned) as revenue,
      (select jsonb_agg(jsonb_build_object(
          'month', to_char(m, 'YYYY-MM'),
          'running', coalesce((select sum(n) from begun where begun.month < m), 0)
            - coalesce((select sum(n) from ended where ended.month < m), 0),
          'began', coalesce(begun.n, 0),
          'ended', coalesce(ended.n, 0)) order by m)
        from (select month as m from months) listed
        left join begun on begun.month = m left join ended on ended.month = m
      ) as months
    from span`.execute(db)
  const [stats] = rows
  if (!stats) throw new Error('The stats have no row.')
  return stats
}

export const lockAccount = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await sql<{ here: boolean | null }>`select identity_lock(${accountId}) as here`.execute(tx)).rows[0]?.here === true

/** The end of all paid and given time, including renewals. */
export const premiumUntil = async (tx: Tx, accountId: string): Promise<Date | null> =>
  (
    await tx
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.max('current_period_end').as('until'))
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.until ?? null

/** A gift has no renewal and starts as canceled, so the account can still subscribe. */
export const insertGift = (tx: Tx, account_id: string, from: Date, until: Date, now: Date): Promise<SubscriptionRow> =>
  tx
    .insertInto('subscriptions')
    .values({
      account_id,
      provider: 'gift',
      plan: 'monthly',
      amount: 0,
      currency: CURRENCY,
      status: 'canceled',
      current_period_start: from,
      current_period_end: until,
      canceled_at: now,
      cancel_at_period_end: true,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow()

export type PayerRow = { first_name: string; last_name: string; email: string | null }
export type ListedRow = SubscriptionRow & PayerRow & { payment: string | null }

type SubscriptionFilters = {
  status?: string | undefined
  plan?: string | undefined
  search?: string | undefined
}
export type SubscriptionPage = SubscriptionFilters & {
  limit: number
  after?: string | undefined
  sort?: 'newest' | 'oldest' | undefined
}

const CARD = /^[•*.\s]*(\d{4})$/
const NUMBER = /^[a-z\d][a-z\d-]{2,}$/i

/** A condition on invoices `i`. Each of its parts has an index. */
function isPaymentFound(search: string): RawBuilder<boolean> {
  const [, last4] = CARD.exec(search) ?? []
  const number = NUMBER.test(search) ? search.toUpperCase() : null
  return sql<boolean>`(${sql.join(
    [
      ...(last4 ? [sql`i.last4 = ${last4}`] : []),
      ...(number ? [sql`i.number >= ${number} and i.number < ${`${number}~`}`] : []),
      sql`false`,
    ],
    sql` or `,
  )})`
}

const isPayerFound = (accountId: RawBuilder<unknown>, search: string) => sql<boolean>`${accountId} in (
  select a.id from identity_people a where a.state <> 'erased' and ${hasWords(sql`a.words`, search)})`

/**
 * Names and payments are searched separately, because an index finds either, but not both at once. The newest payment
 * comes with each subscription: of those that the search found, if there are any.
 */
export async function listSubscriptionRows(
  db: Db,
  { status, plan, search, limit, after, sort = 'newest' }: SubscriptionPage,
): Promise<ListedRow[]> {
  const [order, side] = sort === 'newest' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const terms = [
    ...(status === undefined ? [] : [sql`s.status = ${status}`]),
    ...(plan === undefined ? [] : [sql`s.plan = ${plan}`]),
    ...(after === undefined
      ? []
      : [sql`(s.created_at, s.id) ${side} (select created_at, id from subscriptions where id = ${after})`]),
  ]
  const pageOf = (found: RawBuilder<unknown>) => sql`(
    select s.account_id, s.id, s.created_at from subscriptions s where ${sql.join([found, ...terms], sql` and `)}
    order by s.created_at ${order}, s.id ${order} limit ${limit})`
  const isFound = search ? isPaymentFound(search) : sql<boolean>`false`
  const matching = search
    ? sql`${pageOf(isPayerFound(sql`s.account_id`, search))} union ${pageOf(sql`exists (select from invoices i
        where i.account_id = s.account_id and i.subscription_id = s.id and ${isFound})`)}`
    : pageOf(sql`true`)
  const { rows } = await sql<ListedRow>`${NO_PLAN_CACHE}
    select s.*, a.first_name, a.last_name, a.email, (
      select i.id from invoices i where i.account_id = s.account_id and i.subscription_id = s.id
      order by ${isFound} is true desc, i.created_at desc, i.id desc limit 1) as payment
    from (${matching}) found
      join subscriptions s on s.account_id = found.account_id and s.id = found.id
      join identity_people a on a.id = s.account_id
    order by found.created_at ${order}, found.id ${order} limit ${limit}`.execute(db)
  return rows
}

export const findInvoices = (db: Db, ids: readonly string[]): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** The newest payments that a search finds, with the same two searches as above. */
export async function findPayments(db: Db, search: string, limit: number): Promise<(InvoiceRow & PayerRow)[]> {
  const pageOf = (found: RawBuilder<unknown>) => sql`(
    select i.account_id, i.id, i.created_at from invoices i where ${found}
    order by i.created_at desc, i.id desc limit ${limit})`
  const { rows } = await sql<InvoiceRow & PayerRow>`${NO_PLAN_CACHE}
    select i.*, a.first_name, a.last_name, a.email
    from (${pageOf(isPayerFound(sql`i.account_id`, search))} union ${pageOf(isPaymentFound(search))}) found
      join invoices i on i.account_id = found.account_id and i.id = found.id
      join identity_people a on a.id = i.account_id
    order by i.created_at desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

export type FoundPayment = InvoiceRow &
  PayerRow & { ends: boolean; ended: boolean; subscription_ends: Date | null; canceled_at: Date | null }

export async function findPayment(db: Db, id: string): Promise<FoundPayment | undefined> {
  const { rows } = await sql<FoundPayment>`
    select i.*, a.first_name, a.last_name, a.email, s.cancel_at_period_end as ends, s.status = 'canceled' as ended,
      s.current_period_end as subscription_ends, s.canceled_at
    from invoices i join subscriptions s on s.account_id = i.account_id and s.id = i.subscription_id
      join identity_people a on a.id = i.account_id
    where i.id = ${id}`.execute(db)
  return rows[0]
}

export const nextPaymentOf = (db: Db, { account_id, subscription_id, created_at, id }: InvoiceRow) =>
  db
    .selectFrom('invoices')
    .select(['id', 'plan', 'amount', 'created_at'])
    .where('account_id', '=', account_id)
    .where('subscription_id', '=', subscription_id)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(created_at, id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

const MOST_LATE = 20

/** Failures and disputes between a payment and the next one. */
export const listLateOf = (db: Db, { account_id, subscription_id, created_at }: InvoiceRow, until: Date | undefined) =>
  db
    .selectFrom('late_payments')
    .select(['why', 'since', 'settled_at', 'outcome'])
    .where('account_id', '=', account_id)
    .where('subscription_id', '=', subscription_id)
    .where('since', '>=', created_at)
    .$if(until !== undefined, (rows) => rows.where('since', '<', until ?? created_at))
    .orderBy('since')
    .limit(MOST_LATE)
    .execute()
