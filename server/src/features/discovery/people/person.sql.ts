import { sql, type RawBuilder } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import type { Db } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'

export type PersonRow = {
  id: string
  first_name: string
  date_of_birth: string
  last_active_at: Date | null
  state: string
  photo_checked_at: Date | null
  hide_age: boolean
  hide_distance: boolean
  show_last_active: boolean
  incognito: boolean
  profile: Profile
}

/** Read from the account `a` and the profile `p`. */
const personColumns = sql`
  a.id, a.first_name, a.date_of_birth, a.last_active_at, a.state, a.photo_checked_at, a.hide_age, a.hide_distance,
  a.show_last_active, a.incognito, to_jsonb(p) as profile`

/** The plan is cached because it doesn't depend on the number of ids. */
const people = (ids: readonly string[]) => sql`
  unnest((select ${ids}::uuid[])) with ordinality as o(id, n)
    join accounts a on a.id = o.id join profiles p on p.account_id = a.id`

export async function personRows(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonRow>`select ${personColumns} from ${people(ids)} order by o.n`.execute(db)
  return rows
}

/** Null if the other statement, which runs with it, returns no row. */
export async function personRowsIf(
  db: Db,
  ids: readonly string[],
  statement: RawBuilder<unknown>,
): Promise<PersonRow[] | null> {
  const { rows } = await sql<PersonRow & { returned: boolean }>`
    with statement as (${statement})
    select ${personColumns}, exists (select from statement) as returned
    from ${people(ids)} order by o.n`.execute(db)
  return rows.every(({ returned }) => returned) ? rows : null
}

/** Null unless the viewer may look at the person (discovery_sees). Includes whether the two are matched. */
export const personIfReached = async (db: Db, viewerId: string, id: string) =>
  (
    await sql<PersonRow & { matched: boolean | null }>`
      select ${personColumns}, discovery_sees(${viewerId}, a.id, true) as matched
      from accounts a join profiles p on p.account_id = a.id where a.id = ${id}`.execute(db)
  ).rows[0]

/** True if the two are matched; null unless the viewer may look at the person. */
export const reach = async (db: Db, viewerId: string, id: string): Promise<boolean | null> =>
  first(
    (await sql<{ matched: boolean | null }>`select discovery_sees(${viewerId}, ${id}, true) as matched`.execute(db))
      .rows,
  ).matched
