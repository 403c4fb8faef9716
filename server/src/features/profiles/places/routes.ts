import type { places } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { citiesLike, countryName } from './cities.ts'
import { setLocation } from './set-location.ts'

const MOST_PLACES = 8

export const placeHandlers: Handlers<typeof places> = {
  setLocation: async (context, { body }) => {
    await setLocation(context, context.viewer.account.id, body)
    return { done: true }
  },
  searchPlaces: async (_context, { query }) => ({
    data: {
      places: citiesLike(query.q, MOST_PLACES).map(({ name, country }) => ({
        city: name,
        country: countryName(country),
      })),
    },
  }),
}
