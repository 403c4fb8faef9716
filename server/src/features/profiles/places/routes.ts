import type { places } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { citiesLike, countryName, nameOf } from './cities.ts'
import { setLocation } from './set-location.ts'

const MOST_PLACES = 8

export const placeHandlers: Handlers<typeof places> = {
  setLocation: async (context, { body }) => {
    await setLocation(context, context.viewer.account.id, body)
    return { done: true }
  },
  searchPlaces: async (_context, { query }) => ({ data: { places: placesLike(query.q) } }),
}

/** Each of them once, so that no two read alike. */
function placesLike(text: string) {
  const named = citiesLike(text, MOST_PLACES).map((city) => ({
    city: nameOf(city),
    country: countryName(city.country),
  }))
  return [...new Map(named.map((place) => [`${place.city} ${place.country}`, place])).values()]
}
