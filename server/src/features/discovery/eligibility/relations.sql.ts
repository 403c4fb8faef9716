import { sql, type RawBuilder } from 'kysely'

// Conditions about two accounts, for the statements of this feature and of `matching`.

type Id = RawBuilder<unknown>

export const notBlocked = (one: Id, other: Id) =>
  sql<boolean>`not exists (select from discovery_blocks where one_id = ${one} and other_id = ${other})`

export const hiddenFrom = (viewer: Id, id: Id) =>
  sql<boolean>`exists (select from hidden_from where viewer_id = ${viewer} and hider_id = ${id})`

export const hasBlocked = (id: Id, viewer: Id) =>
  sql<boolean>`exists (select from blocks where blocker_id = ${id} and blocked_id = ${viewer})`

export const blocks = (viewer: Id, id: Id) =>
  sql<boolean>`exists (select from blocks where blocker_id = ${viewer} and blocked_id = ${id})`

/**
 * A mark of 64 bits for a person as one member knows them. It identifies no one without both ids, and is useless once
 * one of the two is erased.
 */
export const pairMark = (viewer: Id, person: Id) => sql<string>`
  ('x' || encode(substr(sha256(uuid_send(${viewer}) || uuid_send(${person})), 1, 8), 'hex'))::bit(64)::bigint`

/**
 * The latest daily renewal of what a member without premium may know about likes. Earlier likes may be known. The
 * second of the day is a hash of the member's id.
 */
export const likesRenewedAt = (viewer: Id, now: Date) => sql<Date>`(
  select case when moment > ${now} then moment - interval '24 hours' else moment end from (
    select date_trunc('day', ${now}::timestamptz, 'UTC') + make_interval(secs =>
      (get_byte(bytes, 0) * 65536 + get_byte(bytes, 1) * 256 + get_byte(bytes, 2)) % 86400) as moment
    from (select sha256(key || uuid_send(${viewer})) as bytes from like_hours) hashed) today)`

/** The people the viewer has swiped, and the likes that still wait for an answer, for a `with` (choices.sql). */
export const choicesOf = (viewerId: string) => sql`
  chosen as materialized (select unnest(discovery_chosen(${viewerId})) as chosen_id),
  likers as materialized (select * from discovery_likes_of(array[${viewerId}]::uuid[]) where not is_answered)`

export const isChosen = (id: Id) => sql<boolean>`${id} in (select chosen_id from chosen)`

/**
 * The viewer may be shown an incognito person who likes them. With premium they see who likes them. Without it, only
 * the deck shows the person, from the next daily renewal on: an earlier change would reveal the like. Lists and counts
 * never do, because they can be queried about a particular person. For statements with `choicesOf`.
 */
export function mayShowIncognito(
  viewer: { id: string; hasPremium: boolean; now: Date },
  id: Id,
  place: 'deck' | 'list',
) {
  const isSuper = sql<boolean>`action = 'superlike'`
  const known = viewer.hasPremium
    ? sql<boolean>`true`
    : place === 'list'
      ? isSuper
      : sql<boolean>`(${isSuper} or at < ${likesRenewedAt(sql`${viewer.id}::uuid`, viewer.now)})`
  return sql<boolean>`${id} in (select chooser_id from likers where ${known})`
}
