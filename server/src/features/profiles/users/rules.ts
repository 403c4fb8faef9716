import { minutes } from '../../../infra/clock.ts'

/** Anyone born on February 29 turns a year older on March 1. */
export function ageOn(dateOfBirth: string, today: Date): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number)
  const years = today.getUTCFullYear() - year
  const before = today.getUTCMonth() + 1 < month || (today.getUTCMonth() + 1 === month && today.getUTCDate() < day)
  return before ? years - 1 : years
}

export const ONLINE_FOR = minutes(2)

export const isOnline = ({ last_active_at }: { last_active_at: Date | null }, now: Date): boolean =>
  last_active_at !== null && now.getTime() - last_active_at.getTime() < ONLINE_FOR

type RequiredFields = { gender: string | null; interested_in: readonly string[]; city: string | null }

export function missingIn(
  { date_of_birth }: { date_of_birth: string | null },
  profile: RequiredFields | null,
): { path: string; msg: string }[] {
  return [
    ...(profile?.gender ? [] : [{ path: 'gender', msg: 'Please choose your gender.' }]),
    ...(profile?.interested_in.length ? [] : [{ path: 'interestedIn', msg: 'Please choose who you’d like to meet.' }]),
    ...(date_of_birth ? [] : [{ path: 'dateOfBirth', msg: 'Please enter your date of birth.' }]),
    ...(profile?.city ? [] : [{ path: 'location', msg: 'Please enter your location.' }]),
  ]
}
