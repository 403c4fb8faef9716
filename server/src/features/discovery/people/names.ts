import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { canReach } from './reachable-person.ts'

// The name of a person who is no longer visible is the one that the viewer saw last. Every list that names such people
// uses this, so that a block hides a new name, too.

type Id = RawBuilder<unknown>

const firstBlock = (one: Id, other: Id) => sql`
  (select min(b.at) from discovery_blocks b where b.one_id = ${one} and b.other_id = ${other})`

const matchOf = (one: Id, other: Id) => sql`
  matches m where m.a_id = least(${one}, ${other}) and m.b_id = greatest(${one}, ${other})`

/**
 * The first name that the viewer saw at a moment, or at an earlier block or end of their match. Without any of these,
 * it is the current name. There was no name before the account existed.
 */
export const nameSeen = (viewer: Id, id: Id, at: Id): RawBuilder<string | null> => sql<string | null>`(
  select coalesce(
    (select former.text from profiles_shown_texts former where former.author_id = named.id and former.place = 'name'
      and former.reader_id is null and former.until >= seen.at order by former.until, former.id limit 1),
    named.first_name)
  from accounts named cross join (
    select least(${at}, ${firstBlock(viewer, id)}, (select ended_at from ${matchOf(viewer, id)})) as at) seen
  where named.id = ${id} and (named.state = 'erased' or coalesce(named.created_at <= seen.at, true)))`

/**
 * The last time that a viewer saw a person's name: now, if the person is still visible, or before anyone joined, if the
 * viewer never saw it.
 */
export async function lastSawName(tx: Tx, viewerId: string, id: string, now: Date): Promise<Date> {
  if (await canReach({ db: tx }, viewerId, id)) return now
  const [viewer, person] = [sql`${viewerId}::uuid`, sql`${id}::uuid`]
  const blocked = firstBlock(viewer, person)
  const { rows } = await sql<{ at: Date | null }>`
    with choice as materialized (select at from choices where chooser_id = ${viewer} and chosen_id = ${person})
    select least(${blocked}, coalesce(
      (select coalesce(ended_at, ${blocked}, last_message_at, created_at) from ${matchOf(viewer, person)}),
      (select at from choice),
      ${new Date(0)}::timestamptz)) as at`.execute(tx)
  return rows[0]?.at ?? new Date(0)
}
