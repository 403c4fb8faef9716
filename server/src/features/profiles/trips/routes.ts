import { ApiError, type trips } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { Viewer } from '../../../http/session.ts'
import { houseOf } from '../../operations/index.ts'
import { findProfile } from '../profile/queries.ts'
import { afterTrips, endTrip, planTrip, tripsOf } from './trips.ts'

async function assertPlaces(context: Deps): Promise<void> {
  if ((await houseOf(context)).place) throw new ApiError('turned_off', 'This isn’t available here.')
}

async function answer({ db, caller }: Deps & Answering, { account }: Viewer) {
  return { data: { trips: tripsOf(caller.language, { account, profile: await findProfile(db, account.id) }) } }
}

export const tripHandlers: Handlers<typeof trips> = {
  listTrips: async (context) => {
    await assertPlaces(context)
    return answer(context, await afterTrips(context, context.viewer))
  },
  planTrip: async (context, { body }) => {
    await assertPlaces(context)
    await planTrip(context, context.viewer, body)
    return answer(context, context.viewer)
  },
  endTrip: async (context, { params }) => {
    await assertPlaces(context)
    await endTrip(context, context.viewer, params.id)
    return { done: true }
  },
}
