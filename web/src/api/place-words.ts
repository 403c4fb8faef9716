import { FAR_FROM_CITIES } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
let codes: Map<string, string> | undefined

/** The code of a country by its English name, which the server stores. */
function codeOf(country: string): string | undefined {
  if (!codes) {
    const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    codes = new Map(all.map((code) => [english.of(code) ?? '', code]))
  }
  return codes.get(country)
}

type Place = { city: string | null; country: string | null }

export function usePlaceWords() {
  const { t, i18n } = useLingui()
  const country = (name: string): string => {
    const code = i18n.locale === 'en' ? undefined : codeOf(name)
    return (code && new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(code)) ?? name
  }
  const city = (name: string): string => (name === FAR_FROM_CITIES ? t`Far from any city` : name)
  const whole = (place: Place): string => {
    const [first, second] = [place.city && city(place.city), place.country && country(place.country)]
    return first && second ? t`${first}, ${second}` : (first ?? second ?? '')
  }
  /** The name that the server stores, for a localized one. */
  const countryIn = (text: string): string => {
    const display = new Intl.DisplayNames(i18n.locale, { type: 'region' })
    codeOf(text)
    return [...(codes ?? [])].find(([, code]) => display.of(code) === text)?.[0] ?? text
  }
  return { country, countryIn, city: (place: Pick<Place, 'city'>) => (place.city ? city(place.city) : null), whole }
}
