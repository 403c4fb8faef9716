import { sql, type RawBuilder } from 'kysely'

// Conditions about two accounts, for the statements of this room and of `matching`.

type Id = RawBuilder<unknown>

/** Neither of the two has blocked the other. */
export const notBlocked = (one: Id, other: Id) =>
  sql<boolean>`not exists (select from discovery_blocks where one_id = ${one} and other_id = ${other})`

/** The person has blocked the viewer's address (privacy/block-address.ts). */
export const hiddenFrom = (viewer: Id, id: Id) =>
  sql<boolean>`exists (select from hidden_from where viewer_id = ${viewer} and hider_id = ${id})`

/** The viewer likes the person. */
export const likes = (viewer: Id, id: Id) => sql<boolean>`
  exists (select from choices where chooser_id = ${viewer} and chosen_id = ${id} and action <> 'pass')`

/** The person has blocked the viewer. */
export const hasBlocked = (id: Id, viewer: Id) =>
  sql<boolean>`exists (select from blocks where blocker_id = ${id} and blocked_id = ${viewer})`

/** The viewer has blocked the person. */
export const blocks = (viewer: Id, id: Id) =>
  sql<boolean>`exists (select from blocks where blocker_id = ${viewer} and blocked_id = ${id})`

/**
 * A person as one member knows them, in 64 bits. It names nobody without both ids, and is worth nothing once one of the
 * two is erased.
 */
export const pairMark = (viewer: Id, person: Id) => sql<string>`
  ('x' || encode(substr(sha256(uuid_send(${viewer}) || uuid_send(${person})), 1, 8), 'hex'))::bit(64)::bigint`

/**
 * The latest daily renewal of what a member without premium may know of likes. Likes from before it may be known. The
 * second of the day is a hash of the member's id.
 */
export const likesRenewedAt = (viewer: Id, now: Date) => sql<Date>`(
  select case when moment > ${now} then moment - interval '24 hours' else moment end from (
    select date_trunc('day', ${now}::timestamptz, 'UTC') + make_interval(secs =>
      (get_byte(bytes, 0) * 65536 + get_byte(bytes, 1) * 256 + get_byte(bytes, 2)) % 86400) as moment
    from (select sha256(key || uuid_send(${viewer})) as bytes from like_hours) hashed) today)`

/** The viewer is liked by the person, in a way that `known` says may be known. `c` is the like. */
const isLikedBy = (viewer: Id, id: Id, known: RawBuilder<boolean>) =>
  sql<boolean>`exists (
    select from likes_received c where c.chosen_id = ${viewer} and c.chooser_id = ${id} and c.reached and ${known})`

/**
 * Whether the viewer may be shown an incognito person who likes them. With premium they see who likes them. Without it,
 * only the deck shows the person, from the next daily renewal on: whatever happened before would tell of the like.
 * Lists and counts never do, because they can be asked about someone in particular.
 */
export function mayShowIncognito(
  viewer: { id: string; hasPremium: boolean; now: Date },
  id: Id,
  place: 'deck' | 'list',
) {
  const me = sql`${viewer.id}::uuid`
  if (viewer.hasPremium) return isLikedBy(me, id, sql`true`)
  const isSuper = sql<boolean>`c.action = 'superlike'`
  return isLikedBy(me, id, place === 'list' ? isSuper : sql`(${isSuper} or c.at < ${likesRenewedAt(me, viewer.now)})`)
}
