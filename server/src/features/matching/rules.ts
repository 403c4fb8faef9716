import type { Action } from '@kindred/contract'
import { days } from '../../infra/clock.ts'

export const dailyLimits = {
  free: { likes: 50, superlikes: 1, undos: 1 },
  premium: { likes: null, superlikes: 5, undos: null },
} as const

export type AllowanceKind = 'likes' | 'superlikes' | 'undos'

/**
 * A member's use of a day's allowance, and the end of that day: midnight in the time zone that they had at its start.
 */
export type DailyUse = Record<AllowanceKind, number> & { resets_at: Date }

export const allowanceFor = (action: Action): AllowanceKind | null =>
  action === 'like' ? 'likes' : action === 'superlike' ? 'superlikes' : null

export const likeCount = (action: Action | null): 0 | 1 => (action === null || action === 'pass' ? 0 : 1)

/**
 * Members without premium see that at least this many people like them. A smaller number isn't shown: among so few, a
 * member could work out who they are.
 */
const LIKE_BUCKETS = [5, 10, 20, 50] as const

export const bucketOf = (likes: number): number => LIKE_BUCKETS.findLast((least) => likes >= least) ?? 0

/**
 * The bucket after a renewal; null if it stays. Only other people's actions move it: `others` ignores the member's
 * passes and blocks since the bucket was set, and `waiting` doesn't. So a pass or a block counts once others have moved
 * the bucket anyway, and never lowers it by itself.
 */
export function nextBucket(shown: number | null, others: number, waiting: number): number | null {
  if (shown === null || bucketOf(others) < shown) return bucketOf(waiting)
  return bucketOf(waiting) > shown ? bucketOf(waiting) : null
}

export const superlikeTopic = (chooser: string): string => `superlike:${chooser}`

export const PARKED_AFTER = days(14)
