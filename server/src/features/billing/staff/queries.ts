import { CURRENCY } from '@kindred/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Narrowed, SubscriptionRow } from '../queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { DB } from '../../../infra/db/schema.ts'

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

export type ListedRow = SubscriptionRow & { first_name: string; last_name: string; email: string | null }

type SubscriptionFilters = { status?: string | undefined; plan?: string | undefined }
export type SubscriptionPage = SubscriptionFilters & {
  page: number
  limit: number
  after?: string | undefined
  sort?: 'newest' | 'oldest' | undefined
}

const matches =
  ({ status, plan }: SubscriptionFilters) =>
  (eb: ExpressionBuilder<DB, 'subscriptions'>) =>
    eb.and([
      ...(status === undefined ? [] : [eb('subscriptions.status', '=', status)]),
      ...(plan === undefined ? [] : [eb('subscriptions.plan', '=', plan)]),
    ])

/** Finding ids first lets an index-only scan skip the earlier pages. */
export async function listSubscriptionRows(
  db: Db,
  { page, limit, after, sort = 'newest', ...filters }: SubscriptionPage,
): Promise<ListedRow[]> {
  const isNewest = sort === 'newest'
  const direction = isNewest ? 'desc' : 'asc'
  const place = sql<boolean>`(created_at, id) ${isNewest ? sql`<` : sql`>`}
    (select created_at, id from subscriptions where id = ${after})`
  return db
    .selectFrom('subscriptions')
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select(['identity_people.first_name', 'identity_people.last_name', 'identity_people.email'])
    .$narrowType<Narrowed>()
    .where('subscriptions.id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where(matches(filters))
        .$if(after !== undefined, (rows) => rows.where(place))
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset(after === undefined ? (page - 1) * limit : 0),
    )
    .orderBy('subscriptions.created_at', direction)
    .orderBy('subscriptions.id', direction)
    .execute()
}

export async function countSubscriptions(db: Db, filters: SubscriptionFilters): Promise<number> {
  const { total } = await db
    .selectFrom('subscriptions')
    .where(matches(filters))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
