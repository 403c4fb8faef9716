import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { isEligible } from '../eligibility/eligibility.sql.ts'
import { choicesOf } from '../eligibility/relations.sql.ts'
import { blocksAround } from '../eligibility/standings.sql.ts'
import type { ViewerCriteria } from '../eligibility/viewer-criteria.ts'
import type { StandingRow } from './candidates.sql.ts'

type PlaceFacts = {
  viewer: Pick<StandingRow, 'shown_to' | 'gave_likes' | 'gave'>
  person: StandingRow
  own_choices: number
  own_likes: number
  joined_at: Date
  last_active_at: Date | null
  show_last_active: boolean
  hide_distance: boolean
  is_near: boolean
  less_exposed: boolean
}

export async function placeFacts(
  db: Db,
  viewer: ViewerCriteria,
  today: string,
  id: string,
): Promise<PlaceFacts | undefined> {
  const [own] = blocksAround(viewer)
  const { rows } = await sql<PlaceFacts>`
    with ${choicesOf(viewer.id)},
    c as materialized (
      select count(*)::int as choices, (count(*) filter (where action <> 'pass'))::int as likes from choices
      where chooser_id = ${id} and chosen_id = ${viewer.id}),
    u as materialized (
      select coalesce(sum(choices), 0)::int as choices, coalesce(sum(likes), 0)::int as likes from uncounted_choices
      where chooser_id = ${id} and chosen_id = ${viewer.id})
    select to_jsonb(v) as viewer, to_jsonb(s) as person,
      c.choices - u.choices as own_choices, c.likes - u.likes as own_likes,
      l.created_at as joined_at, seen.seen_at as last_active_at, l.show_last_active, l.hide_distance,
      coalesce(s.block = ${own ?? null}::int, false) as is_near,
      exists (select from moderation_less_exposed x where x.account_id = s.account_id) as less_exposed
    from listings l join standings s on s.account_id = l.account_id join standings v on v.account_id = ${viewer.id}
    left join sightings seen on seen.account_id = l.account_id
    cross join c cross join u
    where l.account_id = ${id} and ${isEligible(viewer, today, 'l', 'deck')}`.execute(db)
  return rows[0]
}
