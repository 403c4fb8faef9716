import type { Action, LikeNote } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import { hasBlocked, hiddenFrom, likesRenewedAt, notBlocked, pairMark } from '../discovery/index.ts'
import type { AllowanceKind, DailyUse } from './rules.ts'
import { type Db, transaction, type Tx } from '../../infra/db/db.ts'
import { first } from '../../infra/first.ts'

/** Waits for concurrent swipes within this pair, like `matching_choose`. */
export const lockPair = (tx: Tx, one: string, other: string) =>
  sql`select pg_advisory_xact_lock(uuid_hash_extended(${one}, 0) # uuid_hash_extended(${other}, 0))`.execute(tx)

/** `within` is the limit of a day, and null without one. */
type Spending = { accountId: string; kind: AllowanceKind | null; within: number | null; now: Date; dayEnds: Date }

export const spend = async (db: Db | Tx, { accountId, kind, within, now, dayEnds }: Spending) =>
  first(
    (
      await sql<DailyUse & { spent: boolean }>`
        select * from matching_use(${accountId}, ${kind}, ${within}, ${now}, ${dayEnds})`.execute(db)
    ).rows,
  )

type Gone = { chooser: string; chosen: string; likes: number; now: Date }

/** The note stays evidence after its like is gone. */
export async function deleteChoice(tx: Tx, { chooser, chosen, likes, now }: Gone): Promise<void> {
  const { rows } = await sql<{ note: string | null }>`
    with received as (delete from likes_received where chosen_id = ${chosen} and chooser_id = ${chooser})
    delete from choices where chooser_id = ${chooser} and chosen_id = ${chosen} returning note`.execute(tx)
  await sql`select profiles_show_note(${chooser}, ${chosen}, ${rows[0]?.note ?? null}, null, ${now})`.execute(tx)
  await sql`select discovery_count_choice(${chooser}, ${chosen}, ${-likes}, -1)`.execute(tx)
}

export const readChoice = async (tx: Tx, chooser: string, chosen: string): Promise<Action | null> => {
  const choice = await tx
    .selectFrom('choices')
    .select('action')
    .where('chooser_id', '=', chooser)
    .where('chosen_id', '=', chosen)
    .executeTakeFirst()
  // A check constraint allows only these three.
  return (choice?.action ?? null) as Action | null
}

/** Also true while the two can't see each other, as after a block. Call this once the pair is locked. */
export async function haveMatch(tx: Tx, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from matches where a_id = least(${one}::uuid, ${other}::uuid) and b_id = greatest(${one}::uuid, ${other}::uuid)
      and ended_at is null`.execute(tx)
  return rows.length > 0
}

/** The newest swipe that can be shown again: passes on erased people remain for a while. */
export const lastChoice = async (tx: Tx, chooser: string) =>
  (
    await sql<{ chosen_id: string; at: Date }>`
      with latest as materialized (
        select chosen_id, at from choices where chooser_id = ${chooser} order by at desc limit 100)
      select c.chosen_id, c.at from latest c join identity_people p on p.id = c.chosen_id and p.state <> 'erased'
      order by c.at desc limit 1`.execute(tx)
  ).rows[0]

type SetAsideRow = { person_id: string; at: Date }

/** Leaves out people that the member can’t see any longer, or has swiped since. */
export const openSetAside = async (db: Db, id: string, since: Date, limit: number): Promise<SetAsideRow[]> =>
  (
    await sql<SetAsideRow>`
      with answered as materialized (select unnest(discovery_chosen(${id})) as id)
      select s.person_id, s.at from set_aside s join discovery_listings l on l.account_id = s.person_id
      where s.account_id = ${id} and s.at > ${since} and s.person_id not in (select id from answered)
        and not discovery_sees(${id}, s.person_id, true)
      order by s.at desc limit ${limit}`.execute(db)
  ).rows

export const lastSetAside = (tx: Tx, id: string, since: Date): Promise<SetAsideRow | undefined> =>
  tx
    .selectFrom('set_aside')
    .select(['person_id', 'at'])
    .where('account_id', '=', id)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const deleteSetAside = (db: Db | Tx, id: string, personId: string) =>
  db.deleteFrom('set_aside').where('account_id', '=', id).where('person_id', '=', personId).execute()

export type Side = { id: string; side: 'a' | 'b' }

const columnsOf = (side: Side['side']) => ({
  read: sql.ref(`${side}_read`),
  shownRead: sql.ref(`${side}_shown_read`),
  received: sql.ref(`${side}_received`),
  unread: sql.ref(`${side}_unread`),
  muted: sql.ref(`${side}_muted`),
})

export async function markRead(db: Db, { id, side }: Side, seq: number, isShown: boolean): Promise<boolean> {
  const { read, shownRead, received, unread } = columnsOf(side)
  const mark = isShown ? shownRead : read
  const marks = isShown
    ? sql`${read} = greatest(${read}, ${seq}), ${shownRead} = ${seq}, ${received} = greatest(${received}, ${seq})`
    : sql`${read} = ${seq}`
  const all = await sql`
    update matches set ${marks}, ${unread} = 0
    where id = ${id} and ${mark} < ${seq} and last_seq <= ${seq} returning 1`.execute(db)
  if (all.rows.length > 0) return true
  // Newer messages exist, so the unread ones among them are counted.
  return transaction(db, async (tx) => {
    const { rows } = await sql<Shown>`
      update matches set ${marks} where id = ${id} and ${mark} < ${seq} returning ${SHOWN}`.execute(tx)
    if (rows[0]) await showMessages(tx, rows[0])
    return rows.length > 0
  })
}

export const markReceived = (db: Db, { id, side }: Side, seq: number) => {
  const { received } = columnsOf(side)
  return sql`update matches set ${received} = ${seq} where id = ${id} and ${received} < ${seq}`.execute(db)
}

export const setMuted = (db: Db, { id, side }: Side, muted: boolean) =>
  sql`update matches set ${columnsOf(side).muted} = ${muted} where id = ${id}`.execute(db)

type Shown = { id: string; a_id: string; b_id: string; a_read: number; b_read: number; last_seq: number }
const SHOWN = sql`id, a_id, b_id, a_read, b_read, last_seq`

/**
 * Updates a match after one of its messages was changed, and returns its two people. The lock keeps both from writing
 * in the meantime.
 */
export async function showChanged(tx: Tx, id: string): Promise<Pick<Shown, 'a_id' | 'b_id'> | undefined> {
  const { rows } = await sql<Shown>`select ${SHOWN} from matches where id = ${id} for update`.execute(tx)
  if (!rows[0]) return undefined
  await showMessages(tx, rows[0])
  // A deleted message neither answers the one before it nor waits for an answer.
  await sql`
    with last as materialized (
      select sender_id from chat_messages where match_id = ${id} and deleted_at is null order by seq desc limit 1)
    update matches set last_sender_id = (select sender_id from last) where id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Records a match's last message, and returns true if it was missing. Where messages are on another server (Citus), a
 * crash can leave a message that its match doesn't know, and the next one would get the same number.
 */
export async function repairLastMessage(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<Shown>`select ${SHOWN} from matches where id = ${id} for update`.execute(tx)
  const [match] = rows
  const { rows: messages } = await sql<{ seq: number; sender_id: string; created_at: Date }>`
    select seq, sender_id, created_at from chat_messages where match_id = ${id} order by seq desc limit 1`.execute(tx)
  const [last] = messages
  if (!match || !last || last.seq <= match.last_seq) return false
  await sql`
    update matches set last_seq = ${last.seq}, last_sender_id = ${last.sender_id}, last_message_at = ${last.created_at}
    where id = ${id}`.execute(tx)
  await showMessages(tx, { ...match, last_seq: last.seq })
  return true
}

/** Call this once the match is locked: only a statement after the lock sees all messages written before it. */
const showMessages = (tx: Tx, { id, a_id, b_id, a_read, b_read, last_seq }: Shown) =>
  sql`
    with shown as materialized (
      select max(n.text) filter (where n.seq = ${last_seq}) as text, max(n.kind) filter (where n.seq = ${last_seq}) as kind,
        count(*) filter (where n.seq > ${a_read} and n.sender_id = ${b_id}) as to_a,
        count(*) filter (where n.seq > ${b_read} and n.sender_id = ${a_id}) as to_b
      from chat_messages n
      where n.match_id = ${id} and n.seq > ${Math.min(a_read, b_read, last_seq - 1)} and n.deleted_at is null)
    update matches set last_text = shown.text, last_kind = shown.kind, a_unread = shown.to_a, b_unread = shown.to_b
    from shown where id = ${id}`.execute(tx)

/** More than the highest bucket needs. */
const MOST_COUNTED = 200

const unmatched = sql<boolean>`not exists (select from matches m where m.a_id = least(c.chooser_id, c.chosen_id)
  and m.b_id = greatest(c.chooser_id, c.chosen_id))`
const unblocked = notBlocked(sql`c.chooser_id`, sql`c.chosen_id`)

const isOpen = sql<boolean>`${unmatched} and ${unblocked}
  and not ${hiddenFrom(sql`c.chosen_id`, sql`c.chooser_id`)}`

/** The number of newest likes to read before those that can't be shown are filtered out. */
const MOST_READ = 1000

export type LikeRow = {
  id: string
  action: Action
  note: string | null
  note_on: string | null
  note_on_photo: string | null
  at: Date
}

export type ReceivedRow = LikeRow & { seen: boolean }

export const receivedLikes = async (
  db: Db,
  accountId: string,
  limit: number,
  only: 'superlike' | null,
): Promise<ReceivedRow[]> =>
  (
    await sql<ReceivedRow>`
      with answered as materialized (select unnest(discovery_chosen(${accountId})) as id),
      c as materialized (
        select c.* from likes_received c
        where c.chosen_id = ${accountId} and c.reached and c.chooser_id not in (select id from answered)
          and (${only}::text is null or c.action = ${only})
        order by c.at desc limit ${MOST_READ})
      select c.chooser_id as id, c.action, c.note, c.note_on, c.note_on_photo, c.at, c.seen
      from c join discovery_listings l on l.account_id = c.chooser_id where ${isOpen}
      order by c.at desc limit ${limit}`.execute(db)
  ).rows

export const markSeen = (db: Db, accountId: string, likers: readonly string[]) =>
  db
    .updateTable('likes_received')
    .set({ seen: true })
    .where('chosen_id', '=', accountId)
    .where('chooser_id', 'in', likers)
    .execute()

/** Adds a note to a like that has none and wasn’t shown. Its callers hold the pair’s lock. Returns false if it can't. */
export async function saveNote(tx: Tx, chooser: string, chosen: string, note: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('likes_received')
    .set({ note })
    .where('chosen_id', '=', chosen)
    .where('chooser_id', '=', chooser)
    .where('note', 'is', null)
    .where('seen', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .updateTable('choices')
    .set({ note })
    .where('chooser_id', '=', chooser)
    .where('chosen_id', '=', chosen)
    .execute()
  await sql`select profiles_show_note(${chooser}, ${chosen}, null, ${note}, ${now})`.execute(tx)
  return true
}

/** The likes count that a member was last shown (like_counts). It may predate their latest daily renewal. */
type ShownLikes = {
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

/**
 * `others` counts likes regardless of the member's own actions; `waiting`, those that the member hasn't answered or
 * blocked.
 */
type CountedLikes = { id: string; renewed_at: Date; others: number; waiting: number; likers: string[] }

/**
 * Counts each member's likes up to the latest renewal: those counted before, and later ones. People who were left out
 * don't come back when the member undoes a pass or a block.
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
            select c.is_answered or ${hasBlocked(sql`c.chosen_id`, sql`c.chooser_id`)} as is_done) d
        where (before.likers is null or c.at >= before.counted_at or m.mark = any(before.likers))
          and ${unmatched} and not ${hasBlocked(sql`c.chooser_id`, sql`c.chosen_id`)}
          and not ${hiddenFrom(sql`c.chosen_id`, sql`c.chooser_id`)})
      select of.id, of.at as renewed_at, count(c.mark)::int as others,
        (count(*) filter (where not c.is_done))::int as waiting,
        coalesce(array_agg(c.mark) filter (where not c.is_done), '{}') as likers
      from renewal of left join counted c on c.chosen_id = of.id and c.nth <= ${MOST_COUNTED}
      group by of.id, of.at`.execute(db)
  ).rows

/** A member's bucket and the people it counts. `likers` is null if the bucket didn't change. */
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

type PairRow = { id: string; other_id: string; created_at: Date; for_friends: boolean }
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
    case when m.a_id = ${viewerId} then m.a_like else m.b_like end as your_like, m.for_friends
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
      with liked as materialized (select chosen_id from choices where chooser_id = ${viewerId} and action <> 'pass'),
      befriended as materialized (
        select chosen_id from friend_choices where chooser_id = ${viewerId} and action = 'like')
      select s.*, case when s.for_friends then s.other_id in (select chosen_id from befriended)
        else s.other_id in (select chosen_id from liked) end as asked
      from (${visibleMatches(viewerId)} and m.ended_at is not null
        and exists (select from discovery_listings where account_id = o.id and not incognito)
        and not ${hiddenFrom(sql`${viewerId}::uuid`, sql`o.id`)}) s
      order by ended_at desc, id desc limit ${limit}`.execute(db)
  ).rows
