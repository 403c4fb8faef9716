import { message, type MessageDescriptor } from '@kindred/contract'
import { days, hours, later, minutes } from '../../../infra/clock.ts'

/** A suggestion for an earlier time would probably be read too late. */
const SOONEST = minutes(15)
const LATEST = days(60)

export function problemOfSlots(slots: readonly Date[], now: Date): MessageDescriptor | undefined {
  if (new Set(slots.map(Number)).size < slots.length) return message('Each time can be suggested once.')
  if (slots.some((slot) => slot < later(now, SOONEST))) return message('Please choose times in the future.')
  if (slots.some((slot) => slot > later(now, LATEST))) return message('Please choose times in the next 60 days.')
  return undefined
}

export const SHARED_FOR = days(1)

export const isTimeToCheck = (checkAt: Date, startsAt: Date, now: Date): boolean =>
  checkAt > now && checkAt > startsAt && checkAt <= later(startsAt, SHARED_FOR)

export const REMINDED_BEFORE = hours(3)
export const SHOWN_FOR = days(1)
export const PAST_FOR = days(30)
