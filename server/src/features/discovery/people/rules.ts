import { days, hours } from '../../../infra/clock.ts'

const KM_PER_MILE = 1.609

const FARTHEST = 160

/** A distance in words. The buckets are in kilometres; who reads miles gets them rounded. */
export function distanceInWords(bucket: number | null, units: string): string | null {
  if (bucket === null) return null
  const [beyond, shown] = bucket > FARTHEST ? ['More than', FARTHEST] : ['Within', bucket]
  return units === 'miles' ? `${beyond} ${Math.round(shown / KM_PER_MILE)} mi` : `${beyond} ${shown} km`
}

/** Beyond the last bucket there is no number, only words. */
export const distanceInKm = (bucket: number | null): number | null =>
  bucket === null || bucket > FARTHEST ? null : bucket

const [HOUR, DAY, WEEK] = [hours(1), days(1), days(7)]
/** Weeks are counted from a Monday. */
const MONDAY = Date.UTC(1970, 0, 5)

/**
 * When somebody was here last, as others see it: rounded down to the hour within a day, to the day within a week, else to the week.
 * How coarse it is follows from what is shown, so that the moment at which it grows coarser tells nothing more.
 */
export function coarse(at: Date, now: Date): Date {
  const down = (step: number, from = 0) => new Date(Math.floor((at.getTime() - from) / step) * step + from)
  const [hour, day] = [down(HOUR), down(DAY)]
  if (now.getTime() - hour.getTime() < DAY) return hour
  return now.getTime() - day.getTime() < WEEK ? day : down(WEEK, MONDAY)
}

/** Filters that are part of premium: while there is none, they stay as they were set and count for nothing. */
export const paidFilters: readonly string[] = ['children', 'smoking', 'drinking', 'diet', 'religion', 'checkedOnly']

/** The filters that count now. */
export const countingFilters = <F extends object>(filters: F, premium: boolean): Partial<F> =>
  premium
    ? filters
    : (Object.fromEntries(Object.entries(filters).filter(([name]) => !paidFilters.includes(name))) as Partial<F>)

/** Those that wait for premium to be back. */
export const restingFilters = <F extends object>(filters: F, premium: boolean): Partial<F> =>
  premium
    ? {}
    : (Object.fromEntries(Object.entries(filters).filter(([name]) => paidFilters.includes(name))) as Partial<F>)
