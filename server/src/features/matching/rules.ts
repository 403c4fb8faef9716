import type { Action } from '@kindred/contract'
import { dayIn } from '../../infra/zones.ts'

/** What each plan allows in a day; null means unlimited. */
export const dailyLimits = {
  free: { likes: 50, superlikes: 1, undos: 1 },
  premium: { likes: null, superlikes: 5, undos: null },
} as const

/** What a member has used on a day, which began and ends at midnight in their time zone. */
export type DailyUse = { zone: string; day: string; likes: number; superlikes: number; undos: number }

/** Starts a new day when the last one has ended in its own zone. A change of zone counts only from then on. */
export const usedToday = (last: DailyUse | undefined, zone: string, now: Date): DailyUse =>
  last && dayIn(last.zone, now) <= last.day ? last : { zone, day: dayIn(zone, now), likes: 0, superlikes: 0, undos: 0 }

/** The first moment after a day in its time zone. */
export function midnightAfter({ zone, day }: Pick<DailyUse, 'zone' | 'day'>, now: Date): Date {
  let [low, high] = [now.getTime(), now.getTime() + 49 * 3_600_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayIn(zone, new Date(middle)) > day) high = middle
    else low = middle
  }
  return new Date(high)
}

/** Which part of the daily allowance an action uses up. */
export const allowanceFor = (action: Action): 'likes' | 'superlikes' | null =>
  action === 'like' ? 'likes' : action === 'superlike' ? 'superlikes' : null

/** 1 for a like or super like, 0 for a pass or no choice. */
export const likeCount = (action: Action | null): 0 | 1 => (action === null || action === 'pass' ? 0 : 1)

/** Without premium, a smaller number of likes isn't shown: among so few, a member could work out who sent them. */
export const FEWEST_SHOWN_LIKES = 5

/** Like times are rounded to the day: the minute would reveal who sent it. */
export function startOfDay(at: Date): Date {
  const day = new Date(at)
  day.setUTCHours(0, 0, 0, 0)
  return day
}
