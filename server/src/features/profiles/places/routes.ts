import type { places } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Handlers } from '../../../http/mount.ts'
import { citiesLike, nameFor } from './cities.ts'
import { countryName } from './name-keys.ts'
import { setLocation } from './set-location.ts'

const MOST_PLACES = 8

export const placeHandlers: Handlers<typeof places> = {
  setLocation: async (context, { body }) => {
    await setLocation(context, context.viewer.account.id, body)
    return { done: true }
  },
  searchPlaces: async ({ caller }, { query }) => ({ data: { places: placesLike(query.q, caller.language) } }),
}

/** Each of them once, so that no two read alike. */
function placesLike(text: string, language: Language) {
  const named = citiesLike(text, MOST_PLACES).map((city) => ({
    city: nameFor(text, city, language),
    country: countryName(city.country),
  }))
  return [...new Map(named.map((place) => [`${place.city} ${place.country}`, place])).values()]
}
