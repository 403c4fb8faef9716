import { message, type MessageDescriptor } from '@kindred/contract'
import { days, hours } from '../../../infra/clock.ts'
import { leastDistances } from '../eligibility/rules.ts'

const KM_PER_MILE = 1.609

const BUCKETS = [2, 5, 10, 25, 50, 100, 160]
const LAST_BUCKET = 160
const BEYOND = 999

/** The number of bits for the people shown to a member. Each person has one, by their random ID. */
export const VIEW_BITS = 8192
export const viewBit = (id: string): number => Number.parseInt(id.slice(-8), 16) % VIEW_BITS

type Place = { x: number; y: number; z: number; level: number }

/** The smallest bucket that includes the distance, never finer than the cells. `isWithin` filters by this. */
export function distanceBucket(one: Place | null, other: Place | null): number | null {
  if (!one || !other) return null
  const squared = (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2
  const bucket = BUCKETS.find((most) => squared <= most ** 2) ?? BEYOND
  return Math.max(bucket, leastDistances[Math.max(one.level, other.level)] ?? BEYOND)
}

/** Buckets are in kilometers, and rounded if shown in miles. */
export function distanceInWords(bucket: number | null, units: string): MessageDescriptor | null {
  if (bucket === null) return null
  const isBeyond = bucket > LAST_BUCKET
  const km = isBeyond ? LAST_BUCKET : bucket
  if (units !== 'miles') return isBeyond ? message('More than {km} km', { km }) : message('Within {km} km', { km })
  const miles = Math.round(km / KM_PER_MILE)
  return isBeyond ? message('More than {miles} mi', { miles }) : message('Within {miles} mi', { miles })
}

export const distanceInKm = (bucket: number | null): number | null =>
  bucket === null || bucket > LAST_BUCKET ? null : bucket

const [HOUR, DAY, WEEK] = [hours(1), days(1), days(7)]
const MONDAY = Date.UTC(1970, 0, 5)

/**
 * The last activity as shown to others: rounded down to the hour within a day, to the day within a week, and otherwise
 * to the week. The step depends on the rounded time, so that the moment when a coarser step begins reveals nothing.
 */
export function roundLastActive(at: Date, now: Date): Date {
  const down = (step: number, from = 0) => new Date(Math.floor((at.getTime() - from) / step) * step + from)
  const [hour, day] = [down(HOUR), down(DAY)]
  if (now.getTime() - hour.getTime() < DAY) return hour
  return now.getTime() - day.getTime() < WEEK ? day : down(WEEK, MONDAY)
}
