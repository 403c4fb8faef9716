import { sql } from 'kysely'
import type { Action } from '@kindred/contract'
import type { Db } from '../../infra/db/db.ts'
import { partKey } from '../../infra/db/part-key.ts'
import { first } from '../../infra/first.ts'
import { hiddenFrom, notBlocked } from '../discovery/index.ts'

const unmatched = sql<boolean>`not exists (select from matches m where m.a_id = least(c.chooser_id, c.chosen_id)
  and m.b_id = greatest(c.chooser_id, c.chosen_id))`
const unblocked = notBlocked(sql`c.chooser_id`, sql`c.chosen_id`)

/** Whether the like `c` hasn't been answered yet. */
const isWaiting = sql<boolean>`${unmatched} and ${unblocked}
  and not ${hiddenFrom(sql`c.chosen_id`, sql`c.chooser_id`)}
  and not exists (
    select from choices mine where mine.chooser_id = c.chosen_id and mine.chosen_id = c.chooser_id offset 0)`

/** A like, with the id of the other person. */
export type LikeRow = {
  id: string
  action: Action
  note: string | null
  note_on: string | null
  note_on_photo: string | null
  at: Date
}

/** Likes that wait for this member's answer. Only people who are listed and not blocked are included. */
export const receivedLikes = async (db: Db, accountId: string, limit: number): Promise<LikeRow[]> =>
  (
    await sql<LikeRow>`
      select c.chooser_id as id, c.action, c.note, c.note_on, c.note_on_photo, c.at
      from likes_received c join discovery_listings l on l.account_id = c.chooser_id
      where c.chosen_id = ${partKey(accountId)} and ${isWaiting}
      order by c.at desc limit ${limit}`.execute(db)
  ).rows

/** How many likes were waiting when the member first asked on this day. */
type LikeCount = { likes: number; at: Date }

export const findLikeCount = (db: Db, accountId: string, since: Date): Promise<LikeCount | undefined> =>
  db
    .selectFrom('like_counts')
    .select(['likes', 'at'])
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .executeTakeFirst()

/** Of two first questions of a day, one is kept. */
export const saveLikeCount = async (db: Db, accountId: string, { likes, at }: LikeCount, since: Date): Promise<void> =>
  void (await db
    .insertInto('like_counts')
    .values({ account_id: accountId, likes, at })
    .onConflict((oc) => oc.column('account_id').doUpdateSet({ likes, at }).where('like_counts.at', '<', since))
    .execute())

/**
 * By how much the number has changed since a moment: likes that came, less those that became matches. Passes and blocks
 * of the member's own count for nothing, and neither does whether those who like them are still there, so that none of
 * them shows whether it was about someone who likes them.
 */
export async function likesSince(db: Db, accountId: string, at: Date, most: number): Promise<number> {
  const [me, since] = [partKey(accountId), sql`(select ${at}::timestamptz)`]
  const { rows } = await sql<{ likes: number }>`
    select (select count(*)::int from (
        select from likes_received c where c.chosen_id = ${me} and c.at > ${since} and ${unmatched}
        limit ${most}) come)
      - (select count(*)::int from matches m join likes_received c on c.chosen_id = ${me}
        and c.chooser_id = case when m.a_id = ${accountId} then m.b_id else m.a_id end
        where ${accountId} in (m.a_id, m.b_id) and m.created_at > ${since} and c.at <= ${since}) as likes`.execute(db)
  return first(rows).likes
}

export const givenLikes = async (db: Db, accountId: string, limit: number): Promise<LikeRow[]> =>
  (
    await sql<LikeRow>`
      select c.chosen_id as id, c.action, c.note, c.note_on, c.note_on_photo, c.at
      from choices c join discovery_listings l on l.account_id = c.chosen_id
      where c.chooser_id = ${partKey(accountId)} and c.action <> 'pass' and ${unmatched} and ${unblocked}
        and not ${hiddenFrom(sql`${accountId}::uuid`, sql`c.chosen_id`)}
      order by c.at desc limit ${limit}`.execute(db)
  ).rows

/** The next people who got a like between two moments, in the order of their ids. */
export const likedBetween = async (db: Db, from: Date, to: Date, afterId: string, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select distinct chosen_id as id from likes_received
      where at >= ${from} and at < ${to} and action = 'like' and chosen_id > ${afterId}::uuid
      order by 1 limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

/** Counts the waiting likes of those people who have no premium and at least `least` of them. */
export const countWaitingLikes = async (db: Db, ids: readonly string[], least: number, now: Date) =>
  (
    await sql<{ id: string; likes: number }>`
      select a.id, count(*)::int as likes from unnest(${ids}::uuid[]) of(id) join identity_people a on a.id = of.id
        join likes_received c on c.chosen_id = a.id join discovery_listings l on l.account_id = c.chooser_id
      where a.state = 'active' and (a.premium_until is null or a.premium_until <= ${now}) and ${isWaiting}
      group by a.id having count(*) >= ${least}`.execute(db)
  ).rows
