import { sql, type RawBuilder } from 'kysely'
import type { LikeNote } from '@kindred/contract'
import type { Db, Tx } from '../../infra/db/db.ts'
import { hiddenFrom, notBlocked } from '../discovery/index.ts'
import type { Side } from './conversation.sql.ts'

type PairRow = { id: string; other_id: string; created_at: Date }
export type MatchRow = PairRow &
  Side & {
    muted: boolean
    unread: number
    last_sender_id: string | null
    last_message_at: Date | null
    last_text: string | null
    last_kind: 'picture' | 'voice' | 'call' | null
    their_like: LikeNote | null
    your_like: LikeNote | null
  }
export type EndedMatchRow = PairRow & {
  ended_at: Date
  ended_by: string | null
  closing: string | null
  asked: boolean
}

const visibleMatches = (viewerId: string): RawBuilder<unknown> => sql`
  select m.id, case when m.a_id = ${viewerId} then m.b_id else m.a_id end as other_id, m.created_at, m.ended_at,
    m.ended_by, m.closing, m.last_message_at, m.last_sender_id, m.last_text, m.last_kind,
    case when m.a_id = ${viewerId} then 'a' else 'b' end as side,
    case when m.a_id = ${viewerId} then m.a_muted else m.b_muted end as muted,
    case when m.a_id = ${viewerId} then m.a_unread else m.b_unread end as unread,
    case when m.a_id = ${viewerId} then m.b_like else m.a_like end as their_like,
    case when m.a_id = ${viewerId} then m.a_like else m.b_like end as your_like
  from matches m join identity_people o on o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end
  where (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and o.state in ('active', 'paused')
    and ${notBlocked(sql`m.a_id`, sql`m.b_id`)}`

export const openMatches = async (db: Db, viewerId: string, limit: number): Promise<MatchRow[]> =>
  (
    await sql<MatchRow>`${visibleMatches(viewerId)} and m.ended_at is null
      order by coalesce(m.last_message_at, m.created_at) desc, m.id desc limit ${limit}`.execute(db)
  ).rows

export const openMatch = async (db: Db, viewerId: string, id: string): Promise<MatchRow | undefined> =>
  (await sql<MatchRow>`${visibleMatches(viewerId)} and m.id = ${id} and m.ended_at is null`.execute(db)).rows[0]

export const endedMatches = async (db: Db, viewerId: string, limit: number): Promise<EndedMatchRow[]> =>
  (
    await sql<EndedMatchRow>`
      with liked as materialized (select chosen_id from choices where chooser_id = ${viewerId} and action <> 'pass')
      select s.*, s.other_id in (select chosen_id from liked) as asked
      from (${visibleMatches(viewerId)} and m.ended_at is not null
        and exists (select from discovery_listings where account_id = o.id and not incognito)
        and not ${hiddenFrom(sql`${viewerId}::uuid`, sql`o.id`)}) s
      order by ended_at desc, id desc limit ${limit}`.execute(db)
  ).rows

export const endMatch = (tx: Tx, id: string, endedBy: string, closing: string | null, now: Date) =>
  tx
    .updateTable('matches')
    .set({ ended_at: now, ended_by: endedBy, closing, a_like: null, b_like: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['a_id', 'b_id'])
    .executeTakeFirst()

/** An ended match starts again only if both like each other again. */
export async function deleteChoicesBetween(tx: Tx, one: string, other: string): Promise<void> {
  await sql`
    with mine as (delete from choices where chooser_id = ${one} and chosen_id = ${other}),
    theirs as (delete from choices where chooser_id = ${other} and chosen_id = ${one}),
    received as (delete from likes_received where chosen_id = ${one} and chooser_id = ${other})
    delete from likes_received where chosen_id = ${other} and chooser_id = ${one}`.execute(tx)
}
