import type { RuleName, RuleSettings } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type Hit = {
  rule: RuleSettings
  accountId: string
  at: Date
  facts: { count?: number; people?: number; percent?: number; days?: number; signs?: string[] }
  messages: Found[]
}

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

/** If two rules slow the same sender, the one with the latest finding applies. */
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

// The input of the rules. Each statement reads new rows or, for a dry run, those of the last days, up to `most`.

/**
 * `since` is a time on the database's clock, with which ids begin; `from` is one on the server's clock. A dry run reads
 * only the newest `messages`: with a million members, those of 30 days would take a minute.
 */
export type Window = { since: Date; from: Date; most: number; messages?: number }

export const databaseNow = async (db: Db): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now ?? new Date()

/** The smallest id that a row of this time can have. An index on ids then finds newer rows. */
export const firstIdOf = (at: Date): string =>
  `${at.getTime().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-0000-0000-000000000000`

const readerOf = (sender: string) => sql`case ${sql.ref(sender)} when m.a_id then m.b_id else m.a_id end`

/** Neither a message nor for one reader: a text of the profile. */
export type Found = { id: string | null; reader: string | null; match: string | null; text: string; at: string }
type Opening = { sender_id: string; messages: Found[] }

/** `earlier` has the texts before each edit. */
export type Line = Found & { isOwn: boolean; earlier?: string[] | null }
type Beginning = { sender_id: string; lines: Line[] }

/** The number of characters read per text of the reader: enough to tell whether they answered, doubted or asked. */
const OF_READER = 300

/**
 * Messages that were edited since count again, because the text may now be another one. In the days of a dry run, all of
 * them are new. Those that their authors deleted count, because they may have been read; those that staff removed don't.
 */
const newestFirst = ({ since, from, messages }: Window, count: number) => sql`
  select match_id, sender_id, created_at from chat_messages
  where id >= ${firstIdOf(since)} and created_at >= ${from} and seq <= ${count * 4} and hidden_at is null
  ${
    messages === undefined
      ? sql`
        union all
        select match_id, sender_id, edited_at from chat_messages
        where edited_at >= ${from} and seq <= ${count * 4} and hidden_at is null`
      : sql`order by id desc limit ${messages}`
  }`

export async function isBounded(db: Db, window: Window & { messages: number }, count: number): Promise<boolean> {
  const { rows } = await sql<{ read: number }>`
    select count(*)::int as read from (${newestFirst({ ...window, messages: window.messages + 1 }, count)}) r`.execute(
    db,
  )
  return (rows[0]?.read ?? 0) > window.messages
}

/**
 * Reads each conversation with a new first message: the notes of both likes, and the messages of both. Later messages
 * aren't read, however long the conversation is.
 */
export async function findOpenings(db: Db, window: Window, count: number): Promise<Beginning[]> {
  const { rows } = await sql<Beginning>`
    with fresh as materialized (
      select match_id, sender_id, max(created_at) as at from (${newestFirst(window, count)}) r
      group by 1, 2 order by 3 desc limit ${window.most}),
    begun as materialized (
      select distinct m.id, m.a_id, m.b_id from fresh f join matching_matches m on m.id = f.match_id),
    sides as materialized (
      select id, a_id as one, b_id as other from begun union all select id, b_id, a_id from begun),
    said as materialized (
      select s.id as match_id, c.author_id as writer, c.text, coalesce(c.since, c.until) as at
      from sides s join profiles_shown_texts c on c.author_id = s.one and c.reader_id = s.other
      where c.place = 'note'),
    written as materialized (
      select c.id, c.match_id, c.sender_id, left(c.text, 1000) as text, c.earlier_texts, c.created_at, c.seq
      from begun m join chat_messages c on c.match_id = m.id
      where c.seq <= ${count * 4} and c.hidden_at is null and c.text is not null)
    select f.sender_id, jsonb_agg(jsonb_build_object('id', g.id, 'match', g.match,
      'text', case when g.id is null or g.writer = f.sender_id then g.text else left(g.text, ${OF_READER}) end,
      'earlier', case when g.writer = f.sender_id then to_jsonb(g.earlier) end,
      'at', g.at, 'isOwn', g.writer = f.sender_id, 'reader', ${readerOf('f.sender_id')}) order by g.seq, g.at) as lines
    from fresh f join begun m on m.id = f.match_id join (
      select null::uuid as id, match_id, null::uuid as match, writer, text, null::text[] as earlier, at, 0 as seq from said
      union all
      select id, match_id, match_id, sender_id, text, earlier_texts, created_at, seq from written) g on g.match_id = f.match_id
    group by f.match_id, f.sender_id`.execute(db)
  return rows
}

const isSince = ({ since, from }: Pick<Window, 'since' | 'from'>) =>
  sql`c.id >= ${firstIdOf(since)} and c.since >= ${from}`

/** Notes of likes, and texts of profiles, each by itself. */
export async function findShownTexts(db: Db, window: Pick<Window, 'since' | 'from' | 'most'>): Promise<Beginning[]> {
  const { rows } = await sql<Beginning>`
    select c.author_id as sender_id, jsonb_build_array(jsonb_build_object('id', null, 'match', null,
      'text', c.text, 'at', c.since, 'isOwn', true, 'reader', c.reader_id)) as lines
    from profiles_shown_texts c where ${isSince(window)} order by c.id desc limit ${window.most}`.execute(db)
  return rows
}

export async function findCopies(db: Db, { since, from, most }: Window, senders: readonly string[] | null) {
  const first = sql`c.seq <= 3 and c.created_at >= ${from} and c.hidden_at is null and c.text is not null`
  const source = senders
    ? sql`talks t join chat_messages c on c.match_id = t.match_id and c.sender_id = t.sender_id where ${first}`
    : sql`chat_messages c where c.id >= ${firstIdOf(since)} and ${first}`
  const noted = senders ? sql`c.author_id = any(${senders}::uuid[]) and c.since >= ${from}` : isSince({ since, from })
  const { rows } = await sql<Opening>`
    with talks as materialized (
      select s.id as sender_id, m.id as match_id from unnest(${senders}::uuid[]) s(id)
      join matching_matches m on s.id in (m.a_id, m.b_id) and m.last_message_at >= ${from}),
    firsts as materialized (
      select distinct on (c.sender_id, c.match_id) c.sender_id, c.match_id, c.id, c.text, c.earlier_texts, c.created_at
      from ${source} order by c.sender_id, c.match_id, c.seq limit ${most}),
    notes as materialized (
      select c.author_id, c.text, c.since, c.reader_id
      from profiles_shown_texts c where c.place = 'note' and ${noted} order by c.id desc limit ${most})
    select sender_id, jsonb_agg(jsonb_build_object('id', id, 'match', match_id, 'text', text, 'at', created_at,
      'reader', reader) order by created_at) as messages
    from (
      select c.sender_id, c.match_id, c.id, left(versions.text, 1000) as text, c.created_at,
        ${readerOf('c.sender_id')} as reader
      from firsts c join matching_matches m on m.id = c.match_id
      cross join unnest(array_append(c.earlier_texts, c.text)) versions(text)
      union all
      select author_id, null, null, text, since, reader_id from notes) firsts
    group by 1`.execute(db)
  return rows
}

type Choosing = { account_id: string; at: Date; choices: number; likes: number; age: number }

export const findSenders = async (db: Db, { since, from, most }: Window): Promise<string[]> =>
  (
    await sql<{ id: string }>`(select distinct sender_id as id from chat_messages
      where id >= ${firstIdOf(since)} and created_at >= ${from} and seq <= 3 limit ${most})
      union (select sender_id from chat_messages where edited_at >= ${from} and seq <= 3 limit ${most})
      union (select c.author_id from profiles_shown_texts c
        where c.place = 'note' and ${isSince({ since, from })} limit ${most})`.execute(db)
  ).rows.map(({ id }) => id)

export const findChoosers = async (db: Db, from: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`select distinct chooser_id as id from matching_choices where at >= ${from}`.execute(db)
  ).rows.map(({ id }) => id)

/**
 * The number of people that each member swiped on and liked within `hours`: for these accounts, or for all. `age` is in
 * days.
 */
export async function findChoosing(
  db: Db,
  { from, most }: Pick<Window, 'from' | 'most'>,
  { hours, least, accounts }: { hours: number; least: number; accounts: readonly string[] | null },
): Promise<Choosing[]> {
  const { rows } = await sql<Choosing>`
    with chose as materialized (
      select chooser_id as account_id, max(at) as at, count(*)::int as choices,
        (count(*) filter (where action <> 'pass'))::int as likes
      from matching_choices
      where at >= ${from} and (${accounts}::uuid[] is null or chooser_id = any(${accounts}::uuid[]))
      group by 1, date_bin(make_interval(hours => ${hours}), at, ${from}) having count(*) >= ${least}
      order by 2 desc limit ${most})
    select c.*, extract(epoch from c.at - p.created_at)::float8 / 86400 as age
    from chose c join identity_people p on p.id = c.account_id where p.state <> 'erased'`.execute(db)
  return rows
}

export type RuleRow = {
  name: string
  version: number
  settings: unknown
  changed_at: Date
  changer: string | null
}

export async function findChanged(db: Db | Tx): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select distinct on (r.name) r.name, r.version, r.settings, r.changed_at, trim(p.full_name) as changer
    from monitoring_rules r left join identity_people p on p.id = r.changed_by
    order by r.name, r.version desc`.execute(db)
  return rows
}

type Change = { version: number; changed_by: string; changed_at: Date }

export const insertVersion = (tx: Tx, settings: RuleSettings, change: Change) =>
  tx
    .insertInto('monitoring_rules')
    .values({ name: settings.name, settings: JSON.stringify(settings), ...change })
    .execute()

export async function countPeople(db: Db, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ rule: RuleName; people: number }>`
    select rule, count(distinct account_id)::int as people
    from monitoring_hits where at >= ${since} group by 1`.execute(db)
  return new Map(rows.map(({ rule, people }) => [rule, people]))
}
