import { sql } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import type { Db } from '../../../infra/db/db.ts'
import { distanceTo } from '../eligibility/distance.sql.ts'
import { hiddenFrom, liked, matched, notBlocked } from '../eligibility/relations.sql.ts'
import type { ViewerCriteria } from '../eligibility/viewer-criteria.ts'

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
  profile: Profile
  distance: number | null
}

/** What is shown of a person, from the account `a` and the profile `p`. */
const personColumns = (viewer: ViewerCriteria) => sql`
  a.id, a.first_name, a.date_of_birth, a.last_active_at, a.state, a.photo_checked_at, a.hide_age, a.hide_distance,
  a.show_last_active, to_jsonb(p) as profile, ${distanceTo(viewer, 'p')} as distance`

/** These people, in the order of the ids. */
export async function personRows(db: Db, viewer: ViewerCriteria, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonRow>`select ${personColumns(viewer)}
    from unnest(${ids}::uuid[]) with ordinality as o(id, n)
    join accounts a on a.id = o.id join profiles p on p.account_id = a.id
    order by o.n`.execute(db)
  return rows
}

type RelationColumns = {
  both_active: boolean
  incognito: boolean
  hidden: boolean
  likes_viewer: boolean
  matched: boolean
}

/** What is between the viewer and the account `a`. */
const relationColumns = (viewerId: string) => {
  const [me, them] = [sql`${viewerId}::uuid`, sql`a.id`]
  return sql`
    a.state = 'active' and (select state from accounts where id = ${me}) = 'active' as both_active,
    a.incognito, ${hiddenFrom(me, them)} as hidden, ${liked(them, me)} as likes_viewer, ${matched(me, them)} as matched`
}

/** The account must be active or paused, verified and complete, and neither member may have blocked the other. */
const reachableFrom = (viewerId: string, id: string) => sql`
  from accounts a join profiles p on p.account_id = a.id
  where a.id = ${id} and a.state in ('active', 'paused') and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and ${notBlocked(sql`${viewerId}::uuid`, sql`a.id`)}`

/** A person with what is between them and the viewer, in one statement. */
export async function personWithRelation(
  db: Db,
  viewer: ViewerCriteria,
  id: string,
): Promise<(PersonRow & RelationColumns) | undefined> {
  const { rows } = await sql<PersonRow & RelationColumns>`
    select ${personColumns(viewer)}, ${relationColumns(viewer.id)} ${reachableFrom(viewer.id, id)}`.execute(db)
  return rows[0]
}

/** What is between the viewer and a person, where nothing of the person is shown. */
export async function relationTo(db: Db, viewerId: string, id: string): Promise<RelationColumns | undefined> {
  const { rows } = await sql<RelationColumns>`
    select ${relationColumns(viewerId)} ${reachableFrom(viewerId, id)}`.execute(db)
  return rows[0]
}
