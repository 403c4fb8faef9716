import { message, type MessageDescriptor } from '@kindred/contract'
import { currencyCodes } from '@kindred/contract/billing/currency-codes'
import { decimalsOf } from '@kindred/contract/billing/currencies'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { cell, csvFile, flag, headIn, instant, line, type Lines, type ReadLines } from '../../../infra/db/csv.ts'
import { NO_PLAN_CACHE, type Db } from '../../../infra/db/db.ts'
import { type AuditFilters, type AuditReader, matchesAuditFilters } from './audit.sql.ts'

const readable = (value: RawBuilder<unknown>) =>
  sql`replace(regexp_replace(${value}::text, '(?<!\\\\)"|[]{}[]', '', 'g'), '\\"', '"')`

const codesWith = (decimals: number) => currencyCodes.filter((code) => decimalsOf(code) === decimals)

/** Amounts are stored in the smallest unit. Entries without a currency are in euros. */
const money = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) => sql`(
  select round(${amount}::numeric / 10::numeric ^ d, d) || ' ' || code
  from (select coalesce(${currency}, c.details ->> 'currency', 'EUR') as code) currency, lateral (
    select case when code = any(${codesWith(0)}) then 0 when code = any(${codesWith(3)}) then 3 else 2 end as d) of)`

const text = (value: RawBuilder<unknown>, currency: RawBuilder<unknown> = sql`null`) => sql`case jsonb_typeof(${value})
  when 'object' then ${readable(value)} when 'array' then ${readable(value)}
  when 'number' then case when d.key in ('amount', 'prices') then ${money(value, currency)} else ${value} #>> '{}' end
  else ${value} #>> '{}' end`

const isPair = sql`jsonb_typeof(d.value) = 'object' and d.value ?& array['before', 'after']`
const [before, after] = [sql`d.value -> 'before'`, sql`d.value -> 'after'`]

const became = (field = sql``) =>
  sql`concat(${text(sql`(${before} ${field})`, sql`c.details #>> '{currency,before}'`)}, ' → ',
    ${text(sql`(${after} ${field})`, sql`c.details #>> '{currency,after}'`)})`
const ofField = sql`-> field`

/**
 * Shows "email: before → after", and the differences within groups. The names of the fields remain after the details
 * are erased with an account.
 */
const changes = sql`coalesce((
  select string_agg(case
    when not (${isPair}) then d.key || ': ' || ${text(sql`d.value`)}
    when jsonb_typeof(${before}) = 'object' and jsonb_typeof(${after}) = 'object' then (
      select string_agg(concat(d.key, ' ', field, ': ', ${became(ofField)}), '; ' order by field)
      from jsonb_object_keys((${before}) || (${after})) field
      where ${before} ${ofField} is distinct from ${after} ${ofField})
    else d.key || ': ' || ${became()} end, '; ' order by d.key)
  from jsonb_each(c.details) d), array_to_string(l.fields, ', '))`

const columns = {
  id: sql`id`,
  at: instant(sql`at`),
  actor: cell(sql`trim(coalesce(actor_name, actor_kind))`),
  actorId: sql`actor_id`,
  action: cell(sql`action`),
  about: cell(sql`trim(subject_name)`),
  aboutId: sql`subject_id`,
  reason: cell(sql`reason`),
  changes: cell(sql`changes`),
  isErased: flag(sql`details is null`),
}
const heads: Record<keyof typeof columns, MessageDescriptor> = {
  id: message('ID'),
  at: message('Time'),
  actor: message('Who'),
  actorId: message('Who (ID)'),
  action: message('Action'),
  about: message('About'),
  aboutId: message('About (ID)'),
  reason: message('Reason'),
  changes: message('Changes'),
  isErased: message('Erased'),
}

async function findLines(
  db: Db,
  { reader, filters }: { reader: AuditReader; filters: AuditFilters },
  { after, most }: Parameters<ReadLines>[0],
): Promise<Lines> {
  const { rows } = await sql<Lines>`${NO_PLAN_CACHE}
    with found as materialized (
      select l.id, l.at, l.actor_id, l.actor_kind, l.action, l.subject_id, c.reason, c.details, ${changes} as changes,
        a.full_name as actor_name, s.full_name as subject_name
      from audit_log l left join audit_contents c on c.audit_id = l.id
        left join identity_people a on a.id = l.actor_id left join identity_people s on s.id = l.subject_id
      where ${matchesAuditFilters(reader.id, { ...filters, before: after })} and ${reader.mayRead}
      order by l.at desc, l.id desc limit ${most})
    select string_agg(${line(Object.values(columns))}, '' order by at desc, id desc) as lines,
      (select id from found order by at, id limit 1) as last
    from found`.execute(db)
  return rows[0] ?? { lines: null, last: null }
}

export const auditLines = (
  { replica, caller }: Pick<Deps, 'replica'> & Answering,
  reader: AuditReader,
  filters: AuditFilters,
): AsyncGenerator<string> =>
  csvFile(headIn(caller.language, heads), (place) => findLines(replica, { reader, filters }, place))
