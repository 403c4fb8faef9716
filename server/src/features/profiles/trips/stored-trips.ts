import type { Person } from '@kindred/contract'
import { storedHome } from '../places/places.ts'
import type { StoredTrip } from './rules.ts'

type Stored = { trips: unknown; home: unknown } | null | undefined

// Only `settle` (trips.ts) writes this column.
export const storedTrips = (profile: Stored): readonly StoredTrip[] => (profile?.trips ?? []) as StoredTrip[]

export function runningTrip(profile: Stored): StoredTrip | undefined {
  const home = storedHome(profile)
  return home ? storedTrips(profile).find(({ id }) => id === home.trip) : undefined
}

/** The months of the trip that is running. Others learn of no other trip, and never the days. */
export function toVisiting(profile: Stored): Person['visiting'] {
  const trip = runningTrip(profile)
  return trip && { from: trip.from.slice(0, 7), to: trip.to.slice(0, 7) }
}
