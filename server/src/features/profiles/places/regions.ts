import type { Language } from '@kindred/contract/languages'
import { cityCalled, largeCities, nameOf } from './cities.ts'
import { cityIn } from './city-names.ts'
import { type Position, positionOf } from './rules.ts'

// A region is a city with the places that are nearer to it than to any other such city. The cities are chosen by size:
// each is at least 75 km from every larger one that was chosen, so that a city and its suburbs are one region.

const APART = 75
/** Someone farther away than this from every such city is in no region. */
const FARTHEST = 150
/** The one region of everyone else: people far from any city, and everyone while all have one place. */
const ELSEWHERE = 'elsewhere'

const KM_PER_DEGREE = 111.195

type Middle = Position & { region: string }
type ByLatitude = Map<number, Middle[]>
let chosen: ByLatitude | undefined

function distance(one: Position, other: Position): number {
  const aside = Math.abs(((one.longitude - other.longitude + 540) % 360) - 180)
  const scale = Math.cos((((one.latitude + other.latitude) / 2) * Math.PI) / 180)
  return KM_PER_DEGREE * Math.hypot(one.latitude - other.latitude, aside * scale)
}

/** The nearest chosen city within this distance. A degree of latitude is more than half of any distance here. */
function nearest(cities: ByLatitude, position: Position, within: number): Middle | undefined {
  let best: Middle | undefined
  let least = within
  const row = Math.floor(position.latitude)
  for (let step = -2; step <= 2; step++)
    for (const city of cities.get(row + step) ?? []) {
      const far = distance(city, position)
      if (far < least) [best, least] = [city, far]
    }
  return best
}

function regionalCities(): ByLatitude {
  if (chosen) return chosen
  const cities: ByLatitude = new Map()
  for (const city of largeCities()) {
    if (nearest(cities, city, APART)) continue
    const { latitude, longitude, country } = city
    const row = Math.floor(latitude)
    cities.set(row, [...(cities.get(row) ?? []), { latitude, longitude, region: `${country} ${nameOf(city)}` }])
  }
  return (chosen = cities)
}

type Point = { x: number | null; y: number | null; z: number | null }

/** The region of a published point. */
export function regionAt({ x, y, z }: Point): string {
  if (x === null || y === null || z === null) return ELSEWHERE
  return nearest(regionalCities(), positionOf({ x, y, z }), FARTHEST)?.region ?? ELSEWHERE
}

const splitRegion = (region: string) => ({ country: region.slice(0, 2), city: region.slice(3) })

/** The city's name in a language, or null for `ELSEWHERE`. */
export const regionName = (region: string, language: Language): string | null =>
  region === ELSEWHERE ? null : cityIn(language, splitRegion(region))

/** The middle of a region, and the distance within which all of its places are. */
export function extentOf(region: string): { middle: Position; far: number } | null {
  if (region === ELSEWHERE) return null
  const { city, country } = splitRegion(region)
  const middle = cityCalled(city, country)
  return middle ? { middle, far: FARTHEST } : null
}
