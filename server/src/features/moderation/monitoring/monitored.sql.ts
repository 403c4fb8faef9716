import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

// What the rules look at. Each statement reads what is new, or, for a dry run, the last days; `most` bounds it.

/** `since` is a time of the database's clock, by which ids begin; `from` is one of the server's. */
export type Window = { since: Date; from: Date; most: number }

export const databaseNow = async (db: Db): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now ?? new Date()

const readerOf = (sender: string) => sql`case ${sql.ref(sender)} when m.a_id then m.b_id else m.a_id end`

export type Opening = {
  sender_id: string
  messages: { id: string; reader: string; match: string; text: string; at: string }[]
}

/**
 * The first messages of each sender in each conversation in which they wrote something new. Later ones aren't read,
 * however long it is.
 */
export async function findOpenings(db: Db, { since, from, most }: Window, count: number): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    with fresh as (
      select match_id, sender_id, max(created_at) as at from chat_messages
      where id >= first_id_of(${since}) and created_at >= ${from} and seq <= ${count * 4} and deleted_at is null
      group by 1, 2 order by 3 desc limit ${most})
    select f.sender_id, (
      select jsonb_agg(jsonb_build_object('id', g.id, 'match', g.match_id, 'text', left(g.text, 1000),
        'at', g.created_at, 'reader', ${readerOf('f.sender_id')}) order by g.seq)
      from (select * from chat_messages c
        where c.match_id = f.match_id and c.seq <= ${count * 4} and c.sender_id = f.sender_id
          and c.deleted_at is null and c.text is not null order by c.seq limit ${count}) g) as messages
    from fresh f join matching_matches m on m.id = f.match_id`.execute(db)
  return rows.filter(({ messages }) => messages !== null)
}

/** What each sender wrote first in conversations since a time: those of these senders, or of all. */
export async function findCopies(db: Db, { since, from, most }: Window, senders: readonly string[] | null) {
  const first = sql`c.seq <= 3 and c.created_at >= ${from} and c.deleted_at is null and c.text is not null`
  const source = senders
    ? sql`unnest(${senders}::uuid[]) s(id) join matching_matches m on s.id in (m.a_id, m.b_id)
        and m.last_message_at >= ${from} join chat_messages c on c.match_id = m.id and c.sender_id = s.id and ${first}`
    : sql`chat_messages c join matching_matches m on m.id = c.match_id
        where c.id >= first_id_of(${since}) and ${first}`
  const { rows } = await sql<Opening>`
    select sender_id, jsonb_agg(jsonb_build_object('id', id, 'match', match_id, 'text', text, 'at', created_at,
      'reader', reader) order by created_at) as messages
    from (
      select distinct on (c.sender_id, c.match_id) c.sender_id, c.match_id, c.id, left(c.text, 1000) as text,
        c.created_at, ${readerOf('c.sender_id')} as reader
      from ${source} order by c.sender_id, c.match_id, c.seq limit ${most}) firsts
    group by 1`.execute(db)
  return rows
}

export type Choosing = { account_id: string; at: Date; choices: number; likes: number; age: number }

/** Who wrote one of the first messages of a conversation. */
export const findSenders = async (db: Db, { since, from, most }: Window): Promise<string[]> =>
  (
    await sql<{ id: string }>`select distinct sender_id as id from chat_messages
      where id >= first_id_of(${since}) and created_at >= ${from} and seq <= 3 limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)

export const findChoosers = async (db: Db, from: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`select distinct chooser_id as id from matching_choices where at >= ${from}`.execute(db)
  ).rows.map(({ id }) => id)

/**
 * How many people each member chose within so many hours, and how many of them they liked: these members, or all.
 * `age` is in days.
 */
export async function findChoosing(
  db: Db,
  { from, most }: Pick<Window, 'from' | 'most'>,
  { hours, least, accounts }: { hours: number; least: number; accounts: readonly string[] | null },
): Promise<Choosing[]> {
  const { rows } = await sql<Choosing>`
    select c.*, extract(epoch from c.at - p.created_at)::float8 / 86400 as age
    from (
      select chooser_id as account_id, max(at) as at, count(*)::int as choices,
        (count(*) filter (where action <> 'pass'))::int as likes
      from matching_choices
      where at >= ${from} and (${accounts}::uuid[] is null or chooser_id = any(${accounts}::uuid[]))
      group by 1, date_bin(make_interval(hours => ${hours}), at, ${from}) having count(*) >= ${least}
      order by 2 desc limit ${most}) c
    join identity_people p on p.id = c.account_id where p.state <> 'erased'`.execute(db)
  return rows
}
