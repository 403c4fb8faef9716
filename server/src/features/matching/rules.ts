import type { Action } from '@kindred/contract'

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

/** Without premium, a smaller number of likes isn't shown: among so few, a member could work out who sent them. */
export const FEWEST_SHOWN_LIKES = 5

/** The topic of the notification about someone's super like. */
export const superlikeTopic = (chooser: string): string => `superlike:${chooser}`
