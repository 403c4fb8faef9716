import { languages, type Language } from '@kindred/contract/languages'
import { europe } from './city-names-europe.ts'
import { world } from './city-names-world.ts'
import { countryName, keyOf, stateName } from './places.ts'

// The names of large cities in each language, because the list of cities has only one name for each. A line of the
// table has the country (in the United States, also the state), the name in the list, and the names in the order of our
// languages. An omitted name is the same as in the list.

export type KnownCity = {
  country: string
  name: string
  names: readonly string[]
}
export type NamedPlace = { city: string | null; country: string | null }

const ENGLISH = languages.indexOf('en')

const known: readonly (KnownCity & { state: string | undefined })[] = `${europe}${world}`
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [where = '', name = '', ...others] = line.split('|')
    const [country = '', state = ''] = where.split('-')
    const names = languages.map((_, at) => others[at] || (at === ENGLISH ? '' : name))
    return { country, state: stateName(country, state), name, names }
  })

export const knownCities: readonly KnownCity[] = known

export const allNames = ({ name, names }: KnownCity): string[] => [...new Set([name, ...names])].filter(Boolean)

const formOf = (country: string, name: string): string => `${keyOf(country)} ${keyOf(name)}`

/** Indexes cities by country and each form of their name, including the form with the state. */
const byForm = new Map(
  known.flatMap((city) =>
    [...allNames(city), ...(city.state ? [`${city.name}, ${city.state}`] : [])].flatMap((name) =>
      [city.country, countryName(city.country)].map((country) => [formOf(country, name), city] as const),
    ),
  ),
)

const knownAs = ({ city, country }: NamedPlace): KnownCity | undefined =>
  city && country ? byForm.get(formOf(country, city)) : undefined

/** The prefix of a suffix that distinguishes cities of the same name. */
export const NEAR = 'near '

export function namesOf(place: NamedPlace): string[] {
  const city = knownAs(place)
  return city ? allNames(city) : []
}

export function cityIn(language: Language, { city, country }: NamedPlace): string | null {
  if (!city) return null
  const [name = '', near] = city.split(`, ${NEAR}`)
  if (near && language !== 'en') {
    const [own, other] = [name, near].map((each) => cityIn(language, { city: each, country }))
    return `${own} (${other})`
  }
  return knownAs({ city, country })?.names[languages.indexOf(language)] || city
}

export const placeIn = (language: Language, place: NamedPlace): NamedPlace => ({
  ...place,
  city: cityIn(language, place),
})

/** A city may be stored under any of these names, whatever the language of the given one. */
export function storedForms(name: string): string[] {
  const key = keyOf(name)
  const cities = known.filter((city) => allNames(city).some((each) => keyOf(each) === key))
  return [...new Set([name, ...cities.flatMap((city) => [city.name, city.names[ENGLISH] ?? ''])])].filter(Boolean)
}
