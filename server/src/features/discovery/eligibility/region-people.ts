import type { ProfileField } from '@kindred/contract'
import { sql } from 'kysely'
import { type FitPerson, type FitRow, toFitPerson } from './mutual-fit.ts'
import { tilesAround } from './queries.ts'
import { extentOf, pointOf, regionAt } from '../../profiles/index.ts'
import type { Db } from '../../../infra/db/db.ts'

// The people of a region, for its waiting list (identity/waiting-list).

type Point = Pick<FitRow, 'x' | 'y' | 'z'>

/** Members share a few thousand points, so each is looked up once. */
function regions(): (point: Point) => string {
  const known = new Map<string, string>()
  return (point) => {
    const key = `${point.x} ${point.y} ${point.z}`
    const region = known.get(key) ?? regionAt(point)
    known.set(key, region)
    return region
  }
}

/** The regions of those of these accounts that would be listed if they were let in. */
export async function regionsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Point & { account_id: string }>`
    select account_id, x, y, z from listings_when_admitted where account_id = any(${ids}::uuid[])`.execute(db)
  const regionOf = regions()
  return new Map(rows.map((row) => [row.account_id, regionOf(row)]))
}

const facts = sql`l.account_id, l.born::text, l.gender, l.wants, l.shown_to, l.age_min, l.age_max, l.reach, l.x, l.y, l.z,
  l.level, l.incognito, l.hide_age, l.hide_distance, l.photo_checked, l.intention, l.basics, l.filters, l.fields`

type Fields = readonly ProfileField[]

/**
 * People as they would be listed if they were let in. Their paid filters have no effect, even for someone who was given
 * Premium, so that it moves no one.
 */
export async function peopleIfAdmitted(
  db: Db,
  ids: readonly string[],
  fields: Fields,
  now: Date,
): Promise<Map<string, FitPerson>> {
  const { rows } = await sql<FitRow>`
    select ${facts}, false as has_premium from listings_when_admitted l
    where l.account_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.account_id, toFitPerson(row, fields, now)]))
}

/** More members than this add hardly anything to what is asked about a region. */
const MOST_MEMBERS = 50_000

/** In three parts, because each of the partial indexes has the people who look for one group. */
const inTiles = (tiles: ReturnType<typeof tilesAround> | null) => {
  const here = tiles ? sql`s.tile = any(${tiles}::int[])` : sql`s.tile is null`
  const part = (seeks: ReturnType<typeof sql>) =>
    sql`select s.account_id from ranking_stats s where ${here} and ${seeks}`
  return sql`${part(sql`s.seeks & 1 > 0`)}
    union all ${part(sql`s.seeks & 2 > 0 and not s.seeks & 1 > 0`)}
    union all ${part(sql`s.seeks & 4 > 0 and not s.seeks & 3 > 0`)}`
}

export async function membersIn(db: Db, region: string, fields: Fields, now: Date): Promise<FitPerson[]> {
  const extent = extentOf(region)
  const tiles = extent && tilesAround({ place: { ...pointOf(extent.middle), level: 0 }, reach: extent.far })
  const { rows } = await sql<FitRow>`
    select ${facts}, coalesce(a.premium_until > ${now}, false) as has_premium
    from (${inTiles(tiles)}) s join listings l on l.account_id = s.account_id
    left join accounts a on l.filters <> '{}' and a.id = l.account_id`.execute(db)
  const regionOf = regions()
  const here = rows.filter((row) => regionOf(row) === region)
  return here.slice(0, MOST_MEMBERS).map((row) => toFitPerson(row, fields, now))
}
