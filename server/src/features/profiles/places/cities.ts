import type { Language } from '@kindred/contract/languages'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { allNames, cityIn, knownCities, namesOf, NEAR } from './city-names.ts'
import { countryName, keyOf, stateName } from './places.ts'
import { cellAt, centreOf, coarser, type Cell, type Position } from './rules.ts'

// The cities of the world from GeoNames (CC BY 4.0), which scripts/cities.ts updates. They let members name a place
// without sharing a position.

export type City = Position & { name: string; key: string; country: string; state: string; population: number }
type Listed = City & { former: string }
let loaded: { byKey: City[]; bySize: City[]; large: City[]; renamed: Map<string, City[]> } | undefined

/** The list is large, so it is loaded only on first use. */
function cities() {
  if (loaded) return loaded
  const text = gunzipSync(readFileSync(new URL('cities.tsv.gz', import.meta.url))).toString()
  const all = text.split('\n').map((line) => {
    const [name = '', country = '', state = '', population, latitude, longitude, former = ''] = line.split('\t')
    const [size, north, east] = [Number(population), Number(latitude), Number(longitude)]
    return { name, key: keyOf(name), country, state, population: size, latitude: north, longitude: east, former }
  })
  loaded = {
    byKey: all.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.population - a.population)),
    bySize: all.filter(({ population }) => population >= 15_000),
    large: all.filter(({ population }) => population >= 100_000),
    renamed: renamedOf(all),
  }
  return loaded
}

/** Indexes former names and names in other languages. */
function renamedOf(all: readonly Listed[]): Map<string, City[]> {
  const largest = new Map<string, City>()
  for (const city of all) {
    const id = `${city.country} ${city.name}`
    if (city.population > (largest.get(id)?.population ?? -1)) largest.set(id, city)
  }
  const renamed = new Map<string, City[]>()
  const add = (key: string, city: City) => renamed.set(key, [...(renamed.get(key) ?? []), city])
  for (const city of all) if (city.former && keyOf(city.former) !== city.key) add(keyOf(city.former), city)
  for (const known of knownCities) {
    const city = largest.get(`${known.country} ${known.name}`)
    for (const key of new Set(allNames(known).map(keyOf))) if (city && key !== city.key) add(key, city)
  }
  return renamed
}

/** The largest first. */
export const largeCities = (): City[] => cities().bySize.toSorted((one, other) => other.population - one.population)

const keyAt = (sorted: readonly City[], at: number): string => sorted[at]?.key ?? ''

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

/** Matches names in any language, largest first. */
export function citiesLike(text: string, most: number): City[] {
  const key = keyOf(text)
  if (key === '') return []
  const { byKey, renamed } = cities()
  const found = [...renamed].flatMap(([name, some]) => (name.startsWith(key) ? some : []))
  for (let at = firstFrom(key); found.length < MOST_LOOKED_AT; at++) {
    const city = byKey[at]
    if (!city?.key.startsWith(key)) break
    found.push(city)
  }
  return [...new Set(found)].toSorted((a, b) => b.population - a.population).slice(0, most)
}

const isIn = (country: string, { country: code }: City): boolean =>
  [countryName(code), code].some((each) => keyOf(each) === keyOf(country))

function citiesCalled(name: string, country: string | null | undefined): City[] {
  const key = keyOf(name)
  const { byKey } = cities()
  const found: City[] = []
  for (let at = firstFrom(key); keyAt(byKey, at) === key && at < byKey.length; at++) {
    const city = byKey[at]
    if (city && (!country || isIn(country, city))) found.push(city)
  }
  return found
}

/** Without a country, names in other languages rank below the names in the list. */
function largestCalled(name: string, country: string | null | undefined): City | undefined {
  const [listed] = citiesCalled(name, country)
  if (listed && !country) return listed
  const renamed = cities().renamed.get(keyOf(name)) ?? []
  return [listed ?? [], ...renamed.filter((city) => !country || isIn(country, city))]
    .flat()
    .toSorted((a, b) => b.population - a.population)[0]
}

/**
 * Accepts names as written by `nameOf` or `nameFor`, with the suffix that distinguishes cities of the same name.
 * Returns the largest city if several match.
 */
export function cityCalled(name: string, country: string | null | undefined): City | undefined {
  const city = largestCalled(name, country)
  const [base = '', ...rest] = name.split(/[,(]/)
  if (city || rest.length === 0) return city
  const where = keyOf(rest.join(','))
  const forms = (each: City) => [whereOf(each) ?? '', whereOf(each)?.replace(NEAR, '') ?? '']
  return citiesCalled(base, country).find((each) => forms(each).some((form) => keyOf(form) === where))
}
/** Adds a suffix if several cities in the same country have this name. */
export function nameOf(city: City): string {
  const where = citiesCalled(city.name, city.country).length > 1 ? whereOf(city) : stateName(city.country, city.state)
  return where ? `${city.name}, ${where}` : city.name
}

/** Keeps the name as entered, but replaces a name in another language with the one in the list. */
export function storedName(city: City, entered: string): string {
  const english = cityIn('en', { city: city.name, country: city.country })
  const isKept = [city.name, nameOf(city), english].some((name) => keyOf(name ?? '') === keyOf(entered))
  return isKept ? entered : nameOf(city)
}

/** Returns the name in the language, or another name of the city that begins with the searched text. */
export function nameFor(text: string, city: City, language: Language): string {
  const name = nameOf(city)
  const { country } = city
  const forms = [cityIn(language, { city: name, country }), name, ...namesOf({ city: name, country })]
  return forms.find((form) => form && keyOf(form).startsWith(keyOf(text))) ?? name
}

const KM_PER_DEGREE = 111
const FAR = 300

/** The state, or the nearest city that is larger and widely known. */
function whereOf(city: City): string | undefined {
  const state = stateName(city.country, city.state)
  if (state) return state
  const isLarger = ({ country, population }: City) => country === city.country && population > city.population
  const near = nearest(city, cities().large.filter(isLarger), FAR / KM_PER_DEGREE)
  return near && `${NEAR}${near.name}`
}

/** Labels everyone in a cell with its largest city, or else the nearest one. */
export function cityOf(cell: Cell, level: number): City | undefined {
  const published = coarser(cell, level)
  const middle = centreOf(published, level)
  const isInside = (city: City) => {
    // No cell is as large as half a degree, which is faster to compare.
    if (Math.abs(city.latitude - middle.latitude) > 0.5) return false
    const { row, column } = coarser(cellAt(city), level)
    return row === published.row && column === published.column
  }
  const [largest] = cities()
    .bySize.filter(isInside)
    .toSorted((one, other) => other.population - one.population)
  return largest ?? nearest(middle, cities().bySize, 1.5)
}

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
