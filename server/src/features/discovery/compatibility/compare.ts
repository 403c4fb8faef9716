import type { Interval, Reason } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { knownOf } from './answers.sql.ts'
import { scoreOf, type Known, type Score } from './rules.ts'
import { toReasons } from './to-reasons.ts'
import { usualShare } from './usual-share.ts'

const MOST_REASONS = 3

export type ExplainedScore = { score: Score; reasons: Reason[] }

export type Comparisons = {
  /** People without any answers are missing. */
  scores: (others: readonly string[]) => Promise<Map<string, number>>
  explained: (others: readonly string[]) => Promise<Map<string, ExplainedScore>>
}

/** Each person's answers are read only once, for scores and reasons. */
export function comparisonsOf(context: Pick<Deps, 'db' | 'memory'> & Answering, viewerId: string): Comparisons {
  const { db, caller } = context
  const known = new Map<string, Known>()
  const withEach = async <T>(others: readonly string[], make: (score: Score, me: Known, them: Known) => T) => {
    const unread = others.length > 0 ? [viewerId, ...others].filter((id) => !known.has(id)) : []
    const [usual, read] = await Promise.all([usualShare(context), unread.length > 0 ? knownOf(db, unread) : []])
    for (const [id, one] of read) known.set(id, one)
    const me = known.get(viewerId)
    return new Map(
      others.flatMap((id) => {
        const them = known.get(id)
        const score = me && them && scoreOf(me, them, usual)
        return score ? [[id, make(score, me, them)] as const] : []
      }),
    )
  }
  return {
    scores: (others) => withEach(others, ({ score }) => score),
    explained: (others) =>
      withEach(others, (score, me, them): ExplainedScore => ({
        score,
        reasons: toReasons(me, them, MOST_REASONS, caller.language),
      })),
  }
}

export const toInterval = ({ low, high, common }: Score): Interval => ({ low, high, common })
