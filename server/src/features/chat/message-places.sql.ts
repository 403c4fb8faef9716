import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'

/** A message, and the match of its conversation. */
export type Place = { id: string; match_id: string }

/**
 * Finds messages that a person wrote or read: first in the conversation with `other`, where they most likely are, and only
 * what isn't there in all conversations of that person, which may be on many servers.
 */
export async function messagePlaces(
  db: Db | Tx,
  ids: readonly string[],
  person: string,
  other: string | null,
): Promise<Place[]> {
  const talks = other
    ? sql`m.a_id = least(${person}::uuid, ${other}::uuid) and m.b_id = greatest(${person}::uuid, ${other}::uuid)`
    : sql`m.a_id = ${person} or m.b_id = ${person}`
  const matches = await sql<{ id: string }>`select m.id from matching_matches m where ${talks}`.execute(db)
  const { rows } = await sql<Place>`
    select id, match_id from messages
    where match_id = any(${matches.rows.map(({ id }) => id)}::uuid[]) and id = any(${ids}::uuid[])`.execute(db)
  const rest = ids.filter((id) => rows.every((found) => found.id !== id))
  return other && rest.length > 0 ? [...rows, ...(await messagePlaces(db, rest, person, null))] : rows
}
