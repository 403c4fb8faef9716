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

/** The viewer is liked by the person. */
export const isLikedBy = (viewer: Id, id: Id) =>
  sql<boolean>`exists (select from likes_received where chosen_id = ${viewer} and chooser_id = ${id})`
