import { countryCodes } from '@kindred/contract/billing/country-codes'
import { languages } from '@kindred/contract/languages'
import { keyOf } from './places.ts'

let codes: Map<string, string> | undefined

/** “Myanmar (Burma)” is also Myanmar, and Burma. */
const formsOf = (name: string): string[] => [name, ...name.split(/[()]/)].map(keyOf).filter(Boolean)

const others = { UAE: 'AE', 'The Gambia': 'GM', Swaziland: 'SZ', Gaza: 'PS' }

/** Indexes countries by their names in all our languages and by code, only on first use. */
function allCodes(): Map<string, string> {
  if (codes) return codes
  const named = languages.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return countryCodes.flatMap((code) => formsOf(names.of(code) ?? code).map((form) => [form, code] as const))
  })
  const written = countryCodes.map((code) => [keyOf(code), code] as const)
  codes = new Map([...Object.entries(others).map(([name, code]) => [keyOf(name), code] as const), ...written, ...named])
  return codes
}

/** The code of a country as members write it. Undefined if the name is unknown. */
export const countryCodeOf = (country: string | null | undefined): string | undefined =>
  country ? allCodes().get(keyOf(country)) : undefined
