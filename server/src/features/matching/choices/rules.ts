import type { Action } from '@kindred/contract'
import { dayIn } from '../../../infra/zones.ts'

/** What a day allows, by plan; null is without end. */
export const daily = {
  free: { likes: 50, superlikes: 1, undos: 1 },
  premium: { likes: null, superlikes: 5, undos: null },
} as const

export type Used = { zone: string; day: string; likes: number; superlikes: number; undos: number }

/** What is used of today: nothing, where a new day has begun in the zone that counted so far. Only then another zone counts. */
export const usedNow = (kept: Used | undefined, zone: string, now: Date): Used =>
  kept && dayIn(kept.zone, now) <= kept.day ? kept : { zone, day: dayIn(zone, now), likes: 0, superlikes: 0, undos: 0 }

/** The next midnight there: the first moment of another day. */
export function midnightAfter({ zone, day }: Pick<Used, 'zone' | 'day'>, now: Date): Date {
  let [low, high] = [now.getTime(), now.getTime() + 49 * 3_600_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayIn(zone, new Date(middle)) > day) high = middle
    else low = middle
  }
  return new Date(high)
}

export const kindOf = (action: Action): 'likes' | 'superlikes' | null =>
  action === 'like' ? 'likes' : action === 'superlike' ? 'superlikes' : null

/** How many likes it is. */
export const likes = (action: Action | null): number => (action === null || action === 'pass' ? 0 : 1)

/** Below this, without premium, the number of likes isn't told: nobody could be told apart among so few. */
export const FEWEST_COUNTED = 5

/** Like times are rounded to the day: the minute would reveal who sent it. */
export function startOfDay(at: Date): Date {
  const day = new Date(at)
  day.setUTCHours(0, 0, 0, 0)
  return day
}
