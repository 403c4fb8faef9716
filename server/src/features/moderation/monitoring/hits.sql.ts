import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Hit } from './find-hits.ts'

export async function namesOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, full_name as name from identity_people where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const isWatched = sql`p.state <> 'erased' and not p.is_admin and p.staff_role is null`

export async function isNewHit(db: Db, { rule, accountId }: Hit, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from identity_people p where p.id = ${accountId} and ${isWatched} and not exists (
      select from monitoring_hits h where h.rule = ${rule.name} and h.account_id = p.id
        and h.found_on = ${now}::timestamptz::date)`.execute(db)
  return rows.length > 0
}

export async function insertHit(tx: Tx, { rule, accountId, facts }: Hit, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into monitoring_hits (rule, account_id, found_on, at, facts)
    select ${rule.name}, p.id, ${now}::timestamptz::date, ${now}, ${JSON.stringify(facts)}
    from identity_people p where p.id = ${accountId} and ${isWatched}
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function insertFlags(tx: Tx, { rule, accountId, messages }: Hit, now: Date): Promise<Set<string>> {
  const there = await sql<{ match_id: string; id: string }>`
    select match_id, id from chat_messages
    where match_id = any(${messages.flatMap(({ match }) => match ?? [])}::uuid[])
      and id = any(${messages.flatMap(({ id }) => id ?? [])}::uuid[])`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into flagged_messages (match_id, message_id, account_id, rule, at)
    select m.match_id, m.id, ${accountId}, ${rule.name}, ${now}
    from unnest(${there.rows.map(({ match_id }) => match_id)}::uuid[], ${there.rows.map(({ id }) => id)}::uuid[]) m(match_id, id)
    on conflict do nothing returning message_id as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type Slow = { accountId: string; reportId: string | null; minutes: number; ends: Date; now: Date }

/** Of two rules, the one with the latest finding applies. */
export const slowSender = (tx: Tx, { accountId, reportId, minutes, ends, now }: Slow) =>
  sql`insert into slowed_senders (account_id, report_id, gap, next_at, ends_at)
    values (${accountId}, ${reportId}, make_interval(mins => ${minutes}), ${now}, ${ends})
    on conflict (account_id) do update
    set report_id = excluded.report_id, gap = excluded.gap,
      ends_at = greatest(slowed_senders.ends_at, excluded.ends_at)`.execute(tx)

export const lessenExposure = (tx: Tx, reportId: string, now: Date) =>
  sql`update reports set lessens_since = ${now} where id = ${reportId} and lessens_since is null`.execute(tx)

export async function wasRejected(db: Db | Tx, accountId: string, rule: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from reports where about_id = ${accountId} and status = 'rejected' and closed_at > ${since}
      and detection @> ${JSON.stringify([{ rule }])}::jsonb limit 1`.execute(db)
  return rows.length > 0
}
