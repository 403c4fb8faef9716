import type { places } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { goTo, placesLike } from './service.ts'

export const placeHandlers: Handlers<typeof places> = {
  setLocation: async (context, { body }) => {
    await goTo(context, context.viewer.account.id, body)
    return { done: true }
  },
  searchPlaces: async (_context, { query }) => ({ data: { places: placesLike(query.q) } }),
}
