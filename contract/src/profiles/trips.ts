import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, dayText, id, shown, text } from '../text.ts'

export const MOST_TRIPS = 5
/** In days. */
export const LONGEST_TRIP = 90
export const FARTHEST_TRIP = 365

export const Trip = z.strictObject({
  _id: id,
  city: shown,
  country: shown,
  /** The first and the last day, in the member’s time zone. */
  from: shown,
  to: shown,
  isRunning: z.boolean(),
  /** The code of a country whose laws put the member at risk: they are hidden when the trip begins. */
  riskIn: z.optional(shown),
})
export type Trip = z.infer<typeof Trip>

export const trips = defineRoutes({
  listTrips: {
    method: 'GET',
    path: '/trips',
    access: 'member',
    summary: 'List your trips that haven’t ended',
    returns: dataOf({ trips: z.array(Trip) }),
    errors: ['turned_off'],
  },
  planTrip: {
    method: 'POST',
    path: '/trips',
    access: 'member',
    summary: 'Plan a trip: from day to day, people find you in another city',
    body: z.strictObject({
      city: text(1, 80),
      country: z.optional(z.nullable(text(0, 80))),
      from: dayText,
      to: dayText,
    }),
    returns: dataOf({ trips: z.array(Trip) }),
    status: 201,
    errors: ['conflict', 'profile_incomplete', 'turned_off'],
  },
  endTrip: {
    method: 'DELETE',
    path: '/trips/:id',
    access: 'member',
    summary: 'Cancel a trip, or end it now',
    params: z.strictObject({ id }),
    returns: Done,
    errors: ['not_found', 'turned_off'],
  },
})
