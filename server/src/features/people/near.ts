import { sql, type RawBuilder } from 'kysely'
import type { Looking } from './queries.ts'

const KM_PER_HALF_DEGREE = 55.6
const EARTH = 6371.0088

/** The squares of half a degree that a circle touches, one's own first; null where they would be too many to ask one by one. */
export function blocksAround({ place, reach }: Pick<Looking, 'place' | 'reach'>): number[] | null {
  if (!place || reach === null) return null
  const latitude = (Math.asin(place.z / EARTH) * 180) / Math.PI
  const longitude = (Math.atan2(place.y, place.x) * 180) / Math.PI
  const [row, column] = [Math.floor((latitude + 90) * 2), Math.floor((longitude + 180) * 2)]
  const tall = Math.ceil(reach / KM_PER_HALF_DEGREE)
  const scale = Math.cos((Math.min(89, Math.abs(latitude) + tall / 2) * Math.PI) / 180)
  const wide = Math.ceil(reach / (KM_PER_HALF_DEGREE * scale))
  if ((2 * tall + 1) * (2 * wide + 1) > 200) return null
  // 0, -1, 1, -2, 2 and so on.
  const span = (count: number) =>
    Array.from({ length: 2 * count + 1 }, (_, at) => (at % 2 === 0 ? at / 2 : -(at + 1) / 2))
  return span(tall).flatMap((up) => span(wide).map((aside) => (row + up) * 720 + ((column + aside + 720) % 720)))
}

/** Own words are looked for as the group that they belong to. */
export function groupOf(gender: string): string {
  const small = gender.toLowerCase()
  return ['woman', 'man'].includes(small) ? small : 'non-binary'
}
export const groupsOf = ({ wants }: Pick<Looking, 'wants'>) => [...new Set(wants.map(groupOf))]

const bits: Record<string, number> = { woman: 1, man: 2, 'non-binary': 4 }
/** Whether a standing `s` is that of somebody who looks for people such as the viewer. Said with the bit itself, as its indexes are. */
export const seeksViewer = ({ gender }: Pick<Looking, 'gender'>): RawBuilder<boolean> =>
  sql<boolean>`s.seeks & ${sql.raw(String(bits[groupOf(gender)]))} > 0`

export type Decade = { decade: number; /** How much of the time asked for is in it. */ share: number }

/** The decades in which somebody was born whose age is asked for, the greatest part first. */
export function decadesOf({ ageMin, ageMax }: Pick<Looking, 'ageMin' | 'ageMax'>, today: string): Decade[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const now = year + (month - 1) / 12 + day / 366
  const [first, last] = [now - ageMax - 1, now - ageMin]
  const from = Math.floor(first / 10)
  return Array.from({ length: Math.floor(last / 10) - from + 1 }, (_, at) => {
    const decade = from + at
    const years = Math.min(last, decade * 10 + 10) - Math.max(first, decade * 10)
    return { decade, share: years / (last - first) }
  }).toSorted((a, b) => b.share - a.share)
}

/** The standings `s` among which everybody is who fits: what an index knows of that, from where most of them are. */
export function standingsNear(viewer: Looking, today: string): RawBuilder<unknown> {
  const blocks = blocksAround(viewer)
  const decades = decadesOf(viewer, today).map(({ decade }) => decade)
  return sql`unnest(${decades}::smallint[]) d(decade) cross join lateral (
    select * from standings s where ${blocks ? sql`s.block = any(${blocks}::int[])` : sql`true`}
      and s.gender_group = any(${groupsOf(viewer)}::text[]) and s.decade = d.decade and ${seeksViewer(viewer)} offset 0) s`
}
