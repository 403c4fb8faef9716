import { ApiError, FARTHEST_TRIP, invalidField, LONGEST_TRIP, message, MOST_TRIPS } from '@kindred/contract'
import { days, later } from '../../../infra/clock.ts'
import { dayIn, startOfDayIn } from '../../../infra/zones.ts'

/** A trip as stored. The days are in the member's time zone, and both belong to the trip. */
export type StoredTrip = { id: string; city: string; country: string; from: string; to: string }

const dayAfter = (day: string, count: number): string =>
  later(new Date(`${day}T00:00:00Z`), days(count))
    .toISOString()
    .slice(0, 10)

const beginOf = ({ from }: StoredTrip, zone: string): Date => startOfDayIn(zone, from)
const endOf = ({ to }: StoredTrip, zone: string): Date => startOfDayIn(zone, dayAfter(to, 1))

/** The trips that haven't ended, the one that is running, and when that next changes. */
export function atMoment(trips: readonly StoredTrip[], zone: string, now: Date) {
  const left = trips
    .filter((trip) => endOf(trip, zone) > now)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const [first] = left
  if (!first) return { left, running: null, changesAt: null }
  const begins = beginOf(first, zone)
  return begins > now
    ? { left, running: null, changesAt: begins }
    : { left, running: first, changesAt: endOf(first, zone) }
}

/** Checks the days of a trip that a member plans on this day. */
export function assertDays({ from, to }: Pick<StoredTrip, 'from' | 'to'>, zone: string, now: Date): void {
  const today = dayIn(zone, now)
  if (from < today) throw invalidField('from', message('Choose today or a later day.'))
  if (from > dayAfter(today, FARTHEST_TRIP)) throw invalidField('from', message('Choose a day within a year.'))
  if (to < from) throw invalidField('to', message('The last day can’t be before the first.'))
  if (to > dayAfter(from, LONGEST_TRIP - 1))
    throw invalidField('to', message('A trip can take up to {days} days.', { days: LONGEST_TRIP }))
}

export function assertFree(trips: readonly StoredTrip[], { from, to }: Pick<StoredTrip, 'from' | 'to'>): void {
  if (trips.length >= MOST_TRIPS)
    throw new ApiError('conflict', message('You can plan up to {most} trips. Cancel one first.', { most: MOST_TRIPS }))
  if (trips.some((trip) => from <= trip.to && to >= trip.from))
    throw invalidField('from', message('You already have a trip on these days.'))
}

export const unknownCity = () => invalidField('city', message('Choose a city from the list.'))
export const sameCity = () => invalidField('city', message('You already live there.'))
