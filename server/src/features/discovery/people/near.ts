import { distances } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Looking } from './queries.ts'

const KM_PER_HALF_DEGREE = 55.6
const EARTH = 6371.0088

/** The squares of half a degree where everybody is who asks to be near, one's own first; none without a place. */
export function blocksAround({ place, reach }: Pick<Looking, 'place' | 'reach'>): number[] {
  if (!place) return []
  const far = reach ?? Math.max(...distances)
  const latitude = (Math.asin(place.z / EARTH) * 180) / Math.PI
  const longitude = (Math.atan2(place.y, place.x) * 180) / Math.PI
  const [row, column] = [Math.floor((latitude + 90) * 2), Math.floor((longitude + 180) * 2)]
  const tall = Math.ceil(far / KM_PER_HALF_DEGREE)
  const scale = Math.cos((Math.min(89, Math.abs(latitude) + tall / 2) * Math.PI) / 180)
  const wide = Math.min(359, Math.ceil(far / (KM_PER_HALF_DEGREE * scale)))
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

/** Births of so many years stand in one order. */
const YEARS = 30

/** The generations to whom those belong whose age is asked for, the greatest part first. */
export function generationsOf({ ageMin, ageMax }: Pick<Looking, 'ageMin' | 'ageMax'>, today: string): number[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const now = year + (month - 1) / 12 + day / 366
  const [first, last] = [now - ageMax - 1, now - ageMin]
  const from = Math.floor(first / YEARS)
  return Array.from({ length: Math.floor(last / YEARS) - from + 1 }, (_, at) => {
    const generation = from + at
    return {
      generation,
      years: Math.min(last, (generation + 1) * YEARS) - Math.max(first, generation * YEARS),
    }
  })
    .toSorted((a, b) => b.years - a.years)
    .map(({ generation }) => generation)
}

/**
 * Who looks everywhere finds, far away, those alone who look everywhere, too; they have an order of their own, whatever their
 * place. Everybody else stands by their square.
 */
export const bySquare = ({ reach }: Pick<Looking, 'reach'>): RawBuilder<boolean> =>
  reach === null ? sql<boolean>`s.reach is not null` : sql<boolean>`true`
export const anywhere = sql<boolean>`s.reach is null`

/** The standings `s` among which everybody is who fits: what an index knows of that, from where most of them are. */
export function standingsNear(viewer: Looking, today: string): RawBuilder<unknown> {
  const standing = (where: RawBuilder<boolean>) => sql`
    select * from standings s where ${where} and s.gender_group = any(${groupsOf(viewer)}::text[]) and s.birth_bucket = d.bucket
      and ${seeksViewer(viewer)}`
  const near = standing(sql`s.block = any(${blocksAround(viewer)}::int[]) and ${bySquare(viewer)}`)
  return sql`unnest(${generationsOf(viewer, today)}::smallint[]) d(bucket) cross join lateral (
    ${viewer.reach === null ? sql`${near} union all ${standing(anywhere)}` : near} offset 0) s`
}
