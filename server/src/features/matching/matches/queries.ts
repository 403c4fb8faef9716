import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hiddenFrom, liked, notBlocked } from '../../discovery/index.ts'

export type MatchRow = {
  id: string
  other_id: string
  created_at: Date
  ended_at: Date | null
  ended_by: string | null
  closing: string | null
  last_message_at: Date | null
  muted: boolean
}

const pair = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one])

/** One match for two people, whatever races; an ended one is taken up again. Nothing where they are matched already. */
export async function make(
  tx: Tx,
  one: string,
  other: string,
  now: Date,
): Promise<{ id: string; created_at: Date } | undefined> {
  const [a_id, b_id] = pair(one, other)
  return tx
    .insertInto('matches')
    .values({ a_id, b_id, created_at: now })
    .onConflict((row) =>
      row
        .columns(['a_id', 'b_id'])
        .doUpdateSet({ created_at: now, ended_at: null, ended_by: null, closing: null })
        .where('matches.ended_at', 'is not', null),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirst()
}

/** The match that two people have now. */
export const matchBetween = (tx: Tx, one: string, other: string) => {
  const [a_id, b_id] = pair(one, other)
  return tx
    .selectFrom('matches')
    .select(['id', 'created_at'])
    .where('a_id', '=', a_id)
    .where('b_id', '=', b_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

const seen = (viewerId: string) => sql`
  select m.id, case when m.a_id = ${viewerId} then m.b_id else m.a_id end as other_id, m.created_at, m.ended_at, m.ended_by, m.closing, m.last_message_at,
    coalesce((select muted from chat_reads where match_id = m.id and account_id = ${viewerId}), false) as muted
  from matches m join identity_people o on o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end
  where (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and o.state in ('active', 'paused')
    and ${notBlocked(sql`m.a_id`, sql`m.b_id`)}`

/** One's matches, with those that the other ended kindly, until their words are read away. */
export const matchesOf = async (db: Db, viewerId: string, most: number): Promise<MatchRow[]> =>
  (
    await sql<MatchRow>`${seen(viewerId)} and m.ended_at is null
      order by coalesce(m.last_message_at, m.created_at) desc, m.id desc limit ${most}`.execute(db)
  ).rows

export type EndedRow = MatchRow & { asked: boolean }

/** Those that ended, with whoever can still be found. */
export const endedOf = async (db: Db, viewerId: string, most: number): Promise<EndedRow[]> =>
  (
    await sql<EndedRow>`
      select s.*, ${liked(sql`${viewerId}::uuid`, sql`s.other_id`)} as asked from (${seen(viewerId)} and m.ended_at is not null
        and exists (select from discovery_listings where account_id = o.id and not incognito)
        and not ${hiddenFrom(sql`${viewerId}::uuid`, sql`o.id`)}) s
      order by ended_at desc, id desc limit ${most}`.execute(db)
  ).rows

/** Whether there was a match between the two that ended. */
export const hasEnded = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from matches where a_id = least(${one}, ${other}) and b_id = greatest(${one}, ${other})
    and ended_at is not null)`

export const matchOf = async (db: Db, viewerId: string, id: string): Promise<MatchRow | undefined> =>
  (await sql<MatchRow>`${seen(viewerId)} and m.id = ${id} and m.ended_at is null`.execute(db)).rows[0]

export const end = (tx: Tx, id: string, endedBy: string, closing: string | null, now: Date) =>
  tx
    .updateTable('matches')
    .set({ ended_at: now, ended_by: endedBy, closing })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['a_id', 'b_id'])
    .executeTakeFirst()

/** A match that ended begins again only if both choose so anew. */
export const dropChoices = (tx: Tx, one: string, other: string) =>
  sql`delete from choices where (chooser_id, chosen_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`.execute(
    tx,
  )

export const nameOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('identity_people').select('first_name').where('id', '=', id).executeTakeFirst())?.first_name ??
  ''
