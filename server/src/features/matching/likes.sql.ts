import { sql } from 'kysely'
import type { Action } from '@kindred/contract'
import type { Db, Tx } from '../../infra/db/db.ts'
import { blocks, hasBlocked, hiddenFrom, likesRenewedAt, notBlocked, pairMark } from '../discovery/index.ts'

/** More than the highest bucket needs. */
const MOST_COUNTED = 200

const unmatched = sql<boolean>`not exists (select from matches m where m.a_id = least(c.chooser_id, c.chosen_id)
  and m.b_id = greatest(c.chooser_id, c.chosen_id))`
const unblocked = notBlocked(sql`c.chooser_id`, sql`c.chosen_id`)

/** The like `c` is unanswered. The member's id is repeated, so that one shard has both tables' rows. */
const isUnanswered = (accountId: string) => sql<boolean>`not exists (
    select from choices mine where mine.chooser_id = ${accountId} and mine.chosen_id = c.chooser_id offset 0)`

const isOpen = sql<boolean>`${unmatched} and ${unblocked}
  and not ${hiddenFrom(sql`c.chosen_id`, sql`c.chooser_id`)}`

/** This many of the newest likes are read before it is known which of them are shown. */
const MOST_READ = 1000

export type LikeRow = {
  id: string
  action: Action
  note: string | null
  note_on: string | null
  note_on_photo: string | null
  at: Date
}

export const receivedLikes = async (
  db: Db,
  accountId: string,
  limit: number,
  only: 'superlike' | null,
): Promise<LikeRow[]> =>
  (
    await sql<LikeRow>`
      with c as materialized (
        select c.* from likes_received c
        where c.chosen_id = ${accountId} and c.reached and ${isUnanswered(accountId)}
          and (${only}::text is null or c.action = ${only})
        order by c.at desc limit ${MOST_READ})
      select c.chooser_id as id, c.action, c.note, c.note_on, c.note_on_photo, c.at
      from c join discovery_listings l on l.account_id = c.chooser_id where ${isOpen}
      order by c.at desc limit ${limit}`.execute(db)
  ).rows

/** The likes count that members were last shown, from their latest daily renewal or before (like_counts). */
export type ShownLikes = {
  id: string
  renewed_at: Date
  likes: number | null
  at: Date | null
  announced: number | null
}

export const findShownLikes = async (db: Db, ids: readonly string[], now: Date): Promise<ShownLikes[]> =>
  (
    await sql<ShownLikes>`
      select of.id, ${likesRenewedAt(sql`of.id`, now)} as renewed_at,
        case when c.likers is not null then c.likes end as likes, c.at, c.announced
      from unnest(${ids}::uuid[]) of(id) left join like_counts c on c.account_id = of.id`.execute(db)
  ).rows

/** The number of likes regardless of the member's own actions, and the number that still wait. */
export type CountedLikes = { id: string; renewed_at: Date; others: number; waiting: number; likers: string[] }

/**
 * Counts each member's likes up to their latest renewal: those counted before, and later ones. So no one who was left
 * out comes back because the member undoes a pass or a block.
 */
export const countLikes = async (db: Db, ids: readonly string[], now: Date): Promise<CountedLikes[]> =>
  (
    await sql<CountedLikes>`
      with got as materialized (select * from discovery_likes_of(${ids}::uuid[])),
      renewal as materialized (
        select m.id, ${likesRenewedAt(sql`m.id`, now)} as at from unnest(${ids}::uuid[]) m(id)),
      counted as (
        select c.chosen_id, m.mark, d.is_done,
          row_number() over (partition by c.chosen_id order by d.is_done, c.at desc) as nth
        from got c join renewal of on of.id = c.chosen_id and c.at < of.at
          join discovery_listings l on l.account_id = c.chooser_id
          left join like_counts before on before.account_id = c.chosen_id
          cross join lateral (select ${pairMark(sql`c.chosen_id`, sql`c.chooser_id`)} as mark offset 0) m
          cross join lateral (
            select c.is_answered or ${blocks(sql`c.chosen_id`, sql`c.chooser_id`)} as is_done) d
        where (before.likers is null or c.at >= before.counted_at or m.mark = any(before.likers))
          and ${unmatched} and not ${hasBlocked(sql`c.chooser_id`, sql`c.chosen_id`)}
          and not ${hiddenFrom(sql`c.chosen_id`, sql`c.chooser_id`)})
      select of.id, of.at as renewed_at, count(c.mark)::int as others,
        (count(*) filter (where not c.is_done))::int as waiting,
        coalesce(array_agg(c.mark) filter (where not c.is_done), '{}') as likers
      from renewal of left join counted c on c.chosen_id = of.id and c.nth <= ${MOST_COUNTED}
      group by of.id, of.at`.execute(db)
  ).rows

/** A member's new bucket, with the people it counts; without them, it is the same as before. */
export type NewlyShown = { id: string; renewed_at: Date; likes: number; likers: string[] | null }

/** Of two concurrent renewals, one is saved. */
export const saveShownLikes = async (db: Db, shown: readonly NewlyShown[]): Promise<void> =>
  void (await sql`
    insert into like_counts as saved (account_id, likes, at, likers, counted_at)
    select id, likes, renewed_at, likers, case when likers is not null then renewed_at end
    from jsonb_to_recordset(${JSON.stringify(shown)}) new(id uuid, renewed_at timestamptz, likes int, likers bigint[])
    on conflict (account_id) do update set likes = excluded.likes, at = excluded.at,
      likers = coalesce(excluded.likers, saved.likers), counted_at = coalesce(excluded.counted_at, saved.counted_at)
    where saved.at < excluded.at or saved.likers is null`.execute(db))

export const saveAnnounced = (tx: Tx, shown: readonly { id: string; likes: number }[]) =>
  sql`
    update like_counts c set announced = new.likes
    from unnest(${shown.map(({ id }) => id)}::uuid[], ${shown.map(({ likes }) => likes)}::int[]) new(id, likes)
    where c.account_id = new.id and c.announced is distinct from new.likes`.execute(tx)

export const givenLikes = async (db: Db, accountId: string, limit: number): Promise<LikeRow[]> =>
  (
    await sql<LikeRow>`
      with c as materialized (
        select * from choices where chooser_id = ${accountId} and action <> 'pass' order by at desc limit ${MOST_READ})
      select c.chosen_id as id, c.action, c.note, c.note_on, c.note_on_photo, c.at
      from c join discovery_listings l on l.account_id = c.chosen_id
      where ${unmatched} and ${unblocked}
        and not ${hiddenFrom(sql`${accountId}::uuid`, sql`c.chosen_id`)}
      order by c.at desc limit ${limit}`.execute(db)
  ).rows

export const likedBetween = async (db: Db, from: Date, to: Date, afterId: string, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select distinct chosen_id as id from likes_received
      where reached and at >= ${from} and at < ${to} and action = 'like' and chosen_id > ${afterId}::uuid
      order by 1 limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

export const withoutPremium = async (db: Db, ids: readonly string[], now: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from identity_people where id = any(${ids}::uuid[]) and state = 'active'
        and (premium_until is null or premium_until <= ${now})`.execute(db)
  ).rows.map(({ id }) => id)
