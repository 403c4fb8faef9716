import { message, type MessageDescriptor } from '@kindred/contract'
import { decimalsOf } from '@kindred/contract/billing/currencies'
import { currencyCodes } from '@kindred/contract/billing/currency-codes'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { cell, csvFile, flag, headIn, instant, line, type Lines, type ReadLines } from '../../../infra/db/csv.ts'
import { type Db, NO_PLAN_CACHE, type Tx } from '../../../infra/db/db.ts'
import type { JsonObject } from '../../../infra/db/schema.ts'

type AccessKey = { accountId: string; sessionId: string; kind: string; subject: string }

export type Link = {
  place: number
  chained_id: string
  previous: string
  hash: string
  id: string | null
  at: string
  actor_kind: string
  actor_id: string | null
  subject_id: string | null
  content_digest: string
  fields: string
  action: string
  salt: string | null
  reason: string | null
  details: string
}

export async function findReason(
  tx: Tx,
  { accountId, sessionId, kind, subject }: AccessKey,
  since: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from access_reasons where account_id = ${accountId} and session_id = ${sessionId}
    and kind = ${kind} and subject = ${subject} and given_at > ${since}`.execute(tx)
  return rows[0]?.reason
}

export const saveReason = (tx: Tx, { accountId, sessionId, kind, subject }: AccessKey, reason: string, givenAt: Date) =>
  tx
    .insertInto('access_reasons')
    .values({ account_id: accountId, session_id: sessionId, kind, subject, reason, given_at: givenAt })
    .onConflict((row) =>
      row.columns(['account_id', 'session_id', 'kind', 'subject']).doUpdateSet({ reason, given_at: givenAt }),
    )
    .execute()

export type EntryRow = {
  id: string
  at: Date
  actor_id: string | null
  actor_kind: string
  actor_name: string | null
  action: string
  subject_id: string | null
  subject_name: string | null
  fields: string[]
  reason: string | null
  details: Record<string, unknown> | null
}

export type AuditFilters = {
  actor?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

/**
 * A condition on `audit_log l` with its contents `c`: true if an entry would reveal to its reader who reported them, or
 * who decided about them. Staff who handle the report still see it.
 */
const isHiddenFrom = (readerId: string) => sql<boolean>`(
  l.subject_id = ${readerId} and c.details ?| array['decision', 'decisions']
  or c.details ->> 'about' = ${readerId}::text
  or array[l.subject_id::text, c.details ->> 'report', c.details ->> 'report_id']
    && array(select r.report_id::text from moderation_reported r where r.about_id = ${readerId}))`

function matchesAuditFilters(
  readerId: string,
  { actor, subject, action, from, to, before }: AuditFilters,
): RawBuilder<unknown> {
  const terms: RawBuilder<unknown>[] = [sql`${isHiddenFrom(readerId)} is not true`]
  if (actor) terms.push(sql`l.actor_id = ${actor}`)
  if (subject) terms.push(sql`l.subject_id = ${subject}`)
  if (action) terms.push(sql`l.action = ${action}`)
  if (from) terms.push(sql`l.at >= ${from}::timestamptz`)
  if (to) terms.push(sql`l.at < ${to}::timestamptz`)
  if (before) terms.push(sql`(l.at, l.id) < (select at, id from audit_log where id = ${before})`)
  return sql.join(terms, sql` and `)
}

/** `mayRead` is a condition on entries `l` of the log, defined by `moderation`. */
export type AuditReader = { id: string; mayRead: RawBuilder<boolean> }

export async function findEntries(
  db: Db,
  reader: AuditReader,
  filters: AuditFilters,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select l.*, c.reason, c.details, a.full_name as actor_name, s.full_name as subject_name
    from audit_log l left join audit_contents c on c.audit_id = l.id
      left join identity_people a on a.id = l.actor_id left join identity_people s on s.id = l.subject_id
    where ${matchesAuditFilters(reader.id, filters)} and ${reader.mayRead}
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

/** The newest entry about someone with one of these actions, and the name of its author. */
export const findLastEntry = async (db: Db | Tx, subjectId: string, actions: readonly string[]) =>
  (
    await sql<Pick<EntryRow, 'action' | 'at' | 'actor_name'>>`
      select l.action, l.at, a.full_name as actor_name
      from audit_log l left join identity_people a on a.id = l.actor_id
      where l.subject_id = ${subjectId} and l.action = any(${actions}::text[])
      order by l.at desc, l.id desc limit 1`.execute(db)
  ).rows[0]

export const findAdministrators = (db: Db) =>
  db
    .selectFrom('identity_people')
    .select(['id', sql<string>`trim(full_name)`.as('name')])
    .where((eb) => eb.or([eb('is_admin', '=', true), eb('staff_role', 'is not', null)]))
    .orderBy('first_name')
    .limit(500)
    .execute()

/** The statement skips from one action to the next in the index instead of reading all entries. */
export async function findActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > k.action order by l.action limit 1) from kinds k
      where k.action is not null)
    select action from kinds where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

const BATCH = 2000

export async function findLinksAfter(db: Db, place: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.place, c.audit_id as chained_id, encode(c.previous, 'hex') as previous, encode(c.hash, 'hex') as hash,
      l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
      l.actor_kind, l.actor_id, l.subject_id,
      encode(l.content_digest, 'hex') as content_digest, to_jsonb(l.fields)::text as fields, l.action,
      t.salt, t.reason, t.details::text as details
    from audit_chain c left join audit_log l on l.id = c.audit_id left join audit_contents t on t.audit_id = c.audit_id
    where c.place > ${place} order by c.place limit ${BATCH}`.execute(db)
  return rows
}

export async function findUnchained(db: Db): Promise<{ id: string; logged: boolean } | undefined> {
  const { rows } = await sql<{ id: string; logged: boolean }>`
    select id, true as logged from audit_log l where not exists (select from audit_chain c where c.audit_id = l.id)
    union all
    select audit_id, false from audit_contents t
    where not exists (select from audit_chain c where c.audit_id = t.audit_id)
    order by id, logged desc limit 1`.execute(db)
  return rows[0]
}

export async function findLostHead(db: Db): Promise<{ place: number; at: Date } | undefined> {
  const { rows } = await sql<{ place: number; at: Date }>`
    select h.place, h.at from audit_heads h left join audit_chain c using (place)
    where c.hash is distinct from h.hash order by h.place limit 1`.execute(db)
  return rows[0]
}

export async function saveHead(db: Db, at: Date): Promise<{ place: number; hash: string } | undefined> {
  const { rows } = await sql<{ place: number; hash: string }>`
    insert into audit_heads (place, hash, at)
    select place, hash, ${at} from audit_chain order by place desc limit 1
    on conflict (place) do nothing returning place, encode(hash, 'hex') as hash`.execute(db)
  return rows[0]
}

export async function wasNotedSince(tx: Tx, id: string, actions: readonly string[], since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where subject_id = ${id} and action = any(${actions}) and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

export async function wasNotedBy(
  db: Db,
  actorId: string,
  id: string,
  actions: readonly string[],
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where subject_id = ${id} and actor_id = ${actorId} and action = any(${actions}) and at > ${since}
    limit 1`.execute(db)
  return rows.length > 0
}

export async function wasDoneBySince(tx: Tx, actorId: string, action: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where actor_id = ${actorId} and action = ${action} and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

export async function subjectsOf(
  db: Db | Tx,
  actorId: string,
  actions: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct subject_id as id from audit_log
    where actor_id = ${actorId} and action = any(${actions}) and at > ${since} and subject_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

type Done = { actorId: string; subjectId: string; action: string; detail: string }

/** When someone last did this about a subject, for each value of a detail. */
export async function lastTimes(
  db: Db | Tx,
  { actorId, subjectId, action, detail }: Done,
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ value: string; at: Date }>`
    select c.details ->> ${detail}::text as value, max(l.at) as at
    from audit_log l join audit_contents c on c.audit_id = l.id
    where l.subject_id = ${subjectId} and l.actor_id = ${actorId} and l.action = ${action} and c.details ? ${detail}::text
    group by 1`.execute(db)
  return new Map(rows.map(({ value, at }) => [value, at]))
}

/** Viewing an account doesn't change it. */
const looks = ['account.viewed', 'account.opened', 'account.voice-opened', 'account.revealed']

export async function lastChanger(tx: Tx, id: string, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.full_name as name from audit_log l join identity_people a on a.id = l.actor_id
    where l.subject_id = ${id} and l.actor_kind = 'administrator' and l.at > ${since}
      and l.action <> all(${looks})
    order by l.at desc, l.id desc limit 1`.execute(tx)
  return rows[0]?.name
}

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

export const latestDetails = async (db: Db, action: string): Promise<JsonObject | undefined> =>
  (
    await db
      .selectFrom('audit_log')
      .innerJoin('audit_contents', 'audit_contents.audit_id', 'audit_log.id')
      .select('details')
      .where('action', '=', action)
      .orderBy('at', 'desc')
      .orderBy('audit_log.id', 'desc')
      .limit(1)
      .$castTo<{ details: JsonObject }>()
      .executeTakeFirst()
  )?.details

type EntryAbout = { at: Date; actor: string | null; reason: string | null; details: JsonObject | null }

const MOST_ABOUT = 100

/** The newest entries about a person with one action. Erased entries have no details. */
export async function entriesAbout(db: Db, subjectId: string, action: string): Promise<EntryAbout[]> {
  const { rows } = await sql<EntryAbout>`
    select l.at, a.full_name as actor, c.reason, c.details
    from audit_log l left join audit_contents c on c.audit_id = l.id left join identity_people a on a.id = l.actor_id
    where l.subject_id = ${subjectId} and l.action = ${action}
    order by l.at desc, l.id desc limit ${MOST_ABOUT}`.execute(db)
  return rows
}

/** Looks at a person, and steps of a blind review. The index `audit_log_of_subject_changes` has the same list. */
const LOOKS_IN_SQL = sql.lit(
  '{account.viewed,account.opened,account.voice-opened,account.revealed,evidence.opened,evidence.messages-opened,' +
    'evidence.picture-opened,evidence.voice-opened,fraud-warning.previewed,second-look.drawn,second-look.opened,' +
    'second-look.answered}',
)

/** Payments and decisions have their own rows in a timeline, with the same words. */
const PAYMENTS = ['invoice.refunded', 'subscription.given', 'subscription.extended', 'subscription.returned']
const ELSEWHERE = ['account.activated', 'account.deactivated', 'appeal.made', 'appeal.upheld', 'appeal.overturned']
const DECISIONS = ['picture.', 'voice.', 'photo-check.', 'same-picture.', 'account-link.', 'hold.', 'fraud-warning.']

type TimelineEntries = { reader: AuditReader; subjectId: string; of: 'payments' | 'rest' }

/** The entries about a person as rows of their timeline. The caller sorts and limits them. */
export function entriesOfTimeline({ reader, subjectId, of }: TimelineEntries): RawBuilder<unknown> {
  const isDecision = sql`l.action like any (${[...DECISIONS.map((each) => `${each}%`), 'monitoring.matched']}::text[])`
  const isOfKind =
    of === 'payments'
      ? sql`l.action = any (${PAYMENTS}::text[])`
      : sql`l.action not like 'decision.%' and l.action <> all (${[...PAYMENTS, ...ELSEWHERE]}::text[])`
  return sql`
    select l.at, 'audit:' || l.id as key,
      case when ${of === 'payments'} then 'payments' when ${isDecision} then 'decisions' else 'account' end as kind,
      l.action, l.actor_id, l.actor_kind, c.reason, coalesce(c.details, '{}') as details
    from audit_log l left join audit_contents c on c.audit_id = l.id
    where l.subject_id = ${subjectId} and l.action <> all (${LOOKS_IN_SQL}) and ${isOfKind}
      and ${isHiddenFrom(reader.id)} is not true and ${reader.mayRead}`
}
