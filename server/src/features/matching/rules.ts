import type { Action } from '@kindred/contract'
import { days } from '../../infra/clock.ts'

/** What each plan allows in a day; null means unlimited. */
export const dailyLimits = {
  free: { likes: 50, superlikes: 1, undos: 1 },
  premium: { likes: null, superlikes: 5, undos: null },
} as const

export type AllowanceKind = 'likes' | 'superlikes' | 'undos'

/** What a member has used on a day, and when that day ends: at midnight in the time zone that they had at its start. */
export type DailyUse = Record<AllowanceKind, number> & { resets_at: Date }

/** Which part of the daily allowance an action uses up. */
export const allowanceFor = (action: Action): AllowanceKind | null =>
  action === 'like' ? 'likes' : action === 'superlike' ? 'superlikes' : null

/** 1 for a like or super like, 0 for a pass or no choice. */
export const likeCount = (action: Action | null): 0 | 1 => (action === null || action === 'pass' ? 0 : 1)

/**
 * Without premium, members see that so many people like them, or more. A smaller number isn't shown: among so few, a
 * member could work out who they are.
 */
const LIKE_BUCKETS = [5, 10, 20, 50] as const

/** The bucket of a number of likes; 0 if there are too few for one. */
export const bucketOf = (likes: number): number => LIKE_BUCKETS.findLast((least) => likes >= least) ?? 0

/**
 * The bucket to show after a renewal; null if it stays. Only what others do moves it: `others` ignores whom the member
 * passed or blocked since the bucket was found, and `waiting` doesn't. So a pass or a block counts when the others have
 * moved the bucket anyway, and never lowers it by itself.
 */
export function nextBucket(shown: number | null, others: number, waiting: number): number | null {
  if (shown === null || bucketOf(others) < shown) return bucketOf(waiting)
  return bucketOf(waiting) > shown ? bucketOf(waiting) : null
}

/** The topic of the notification about someone's super like. */
export const superlikeTopic = (chooser: string): string => `superlike:${chooser}`

/** A conversation without messages for so long is shown apart. */
export const PARKED_AFTER = days(14)
