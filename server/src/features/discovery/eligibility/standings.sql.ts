import { distances, type GenderGroup } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import { bitsOf, parseWants } from './rules.ts'
import type { ViewerCriteria } from './viewer-criteria.ts'

// The part of standings that an index can find for a viewer: by block (a square of half a degree), gender and birth
// bucket.

const KM_PER_HALF_DEGREE = 55.6
const EARTH = 6371.0088
const BLOCKS_PER_ROW = 720

/** The viewer's own block comes first. Empty without a place. */
export function blocksAround({ place, reach }: Pick<ViewerCriteria, 'place' | 'reach'>): number[] {
  if (!place) return []
  const far = reach ?? Math.max(...distances)
  const latitude = (Math.asin(place.z / EARTH) * 180) / Math.PI
  const longitude = (Math.atan2(place.y, place.x) * 180) / Math.PI
  const [row, column] = [Math.floor((latitude + 90) * 2), Math.floor((longitude + 180) * 2)]
  const tall = Math.ceil(far / KM_PER_HALF_DEGREE)
  const scale = Math.cos((Math.min(89, Math.abs(latitude) + tall / 2) * Math.PI) / 180)
  const wide = Math.min(359, Math.ceil(far / (KM_PER_HALF_DEGREE * scale)))
  const span = (count: number) =>
    Array.from({ length: 2 * count + 1 }, (_, at) => (at % 2 === 0 ? at / 2 : -(at + 1) / 2))
  return span(tall).flatMap((up) =>
    span(wide).map((aside) => (row + up) * BLOCKS_PER_ROW + ((column + aside + BLOCKS_PER_ROW) % BLOCKS_PER_ROW)),
  )
}

/** People in several groups are in a part of their own of each index (`listings_due`). */
export const SEVERAL = 'several'

/** A group that the viewer looks for, and a group that the viewer is shown to. */
export type Way = { group: GenderGroup; seeks: GenderGroup }

/** All index lookups that find people for the viewer. Most viewers have one or a few. */
export const waysOf = ({ wants, shownTo }: Pick<ViewerCriteria, 'wants' | 'shownTo'>): Way[] =>
  shownTo.flatMap((seeks) => parseWants(wants).within.map((group) => ({ group, seeks })))

const before = <T extends GenderGroup>(group: T, groups: readonly T[]) => groups.slice(0, groups.indexOf(group))
const bits = (groups: readonly GenderGroup[]) => sql.raw(String(bitsOf(groups)))
/** Written so that the planner expects most rows to pass: for an equation, it expects hardly any. */
const isNoneOf = (column: 'seeks' | 'shown_to', groups: readonly GenderGroup[]) =>
  groups.length === 0 ? sql<boolean>`true` : sql<boolean>`not s.${sql.ref(column)} & ${bits(groups)} > 0`

/**
 * The person of a standing `s` looks for this group of the viewer, and for none before it, so that no one is found
 * twice. The bit is a literal in the statement, because it selects the partial index.
 */
const isSought = ({ shownTo }: Pick<ViewerCriteria, 'shownTo'>, seeks: GenderGroup) =>
  sql<boolean>`s.seeks & ${bits([seeks])} > 0 and ${isNoneOf('seeks', before(seeks, shownTo))}`

export const isFoundBy = (viewer: Pick<ViewerCriteria, 'wants' | 'shownTo'>, { group, seeks }: Way) =>
  sql<boolean>`${isSought(viewer, seeks)} and s.shown_to & ${bits([group])} > 0
    and ${isNoneOf('shown_to', before(group, parseWants(viewer.wants).within))}`

const BUCKET_YEARS = 30

/** Starts with the bucket that covers most of the wanted ages. */
export function birthBuckets({ ageMin, ageMax }: Pick<ViewerCriteria, 'ageMin' | 'ageMax'>, today: string): number[] {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const now = year + (month - 1) / 12 + day / 366
  const [first, last] = [now - ageMax - 1, now - ageMin]
  const from = Math.floor(first / BUCKET_YEARS)
  return Array.from({ length: Math.floor(last / BUCKET_YEARS) - from + 1 }, (_, at) => {
    const bucket = from + at
    return { bucket, years: Math.min(last, (bucket + 1) * BUCKET_YEARS) - Math.max(first, bucket * BUCKET_YEARS) }
  })
    .toSorted((a, b) => b.years - a.years)
    .map(({ bucket }) => bucket)
}

/**
 * Far away, members without a distance limit find only others without one, in indexes that don't depend on the block.
 * Everyone else is found by block.
 */
export const hasLimitToo = ({ reach }: Pick<ViewerCriteria, 'reach'>): RawBuilder<boolean> =>
  reach === null ? sql<boolean>`s.reach is not null` : sql<boolean>`true`
export const withoutLimit = sql<boolean>`s.reach is null`

export function standingsInReach(viewer: ViewerCriteria, today: string): RawBuilder<unknown> {
  const groups = [...parseWants(viewer.wants).within, SEVERAL]
  const standings = (where: RawBuilder<boolean>) =>
    sql.join(
      viewer.shownTo.map(
        (seeks) => sql`
          select * from standings s where ${where} and s.gender_group = any(${groups}::text[])
            and s.birth_bucket = d.bucket and ${isSought(viewer, seeks)}
            and s.shown_to & ${bits(parseWants(viewer.wants).within)} > 0`,
      ),
      sql` union all `,
    )
  const near = standings(sql`s.block = any(${blocksAround(viewer)}::int[]) and ${hasLimitToo(viewer)}`)
  return sql`unnest(${birthBuckets(viewer, today)}::smallint[]) d(bucket) cross join lateral (
    ${viewer.reach === null ? sql`${near} union all ${standings(withoutLimit)}` : near} offset 0) s`
}
