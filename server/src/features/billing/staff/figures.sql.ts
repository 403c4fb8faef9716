import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

type Month = { month: string; amount: number; refunded: number; running: number; began: number; ended: number }
type Figures = { active: number; past_due: number; canceled: number; months: Month[] }

/**
 * Revenue and churn of the last 12 months. A subscription begins with its first payment or trial; gifts don't count.
 * `running` is the number of subscriptions at the start of the month.
 */
export async function readFigures(db: Db, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
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
      select date_trunc('month', created_at at time zone 'UTC') as month,
        sum(amount)::bigint as amount, sum(refunded)::bigint as refunded
      from invoices, span
      where status = 'paid' and created_at >= (last - interval '11 months') at time zone 'UTC' group by 1)
    select (select count(*) from subscriptions where status in ('active', 'trialing'))::int as active,
      (select count(*) from subscriptions where status = 'past_due')::int as past_due,
      coalesce((select n from ended where month = span.last), 0) as canceled,
      (select jsonb_agg(jsonb_build_object(
          'month', to_char(m, 'YYYY-MM'),
          'amount', coalesce(paid.amount - paid.refunded, 0),
          'refunded', coalesce(paid.refunded, 0),
          'running', coalesce((select sum(n) from begun where begun.month < m), 0)
            - coalesce((select sum(n) from ended where ended.month < m), 0),
          'began', coalesce(begun.n, 0),
          'ended', coalesce(ended.n, 0)) order by m)
        from generate_series(span.last - interval '11 months', span.last, interval '1 month') m
        left join paid on paid.month = m left join begun on begun.month = m left join ended on ended.month = m
      ) as months
    from span`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('The figures have no row.')
  return figures
}
