import type { Comparisons } from '../compatibility/compare.ts'
import type { CandidateRow, StandingRow } from './candidates.sql.ts'
import { groupsLabel } from '../eligibility/rules.ts'
import type { OrderOf } from './order-groups.sql.ts'
import type { OutcomeWeights } from './outcomes.ts'
import {
  activityOf,
  contenders,
  isAwayWith,
  likerRank,
  mayBeGuest,
  parameters,
  poolFor,
  rank,
  capInactive,
  type Candidate,
  type Standing,
  type Viewer,
} from './rules.ts'
import { short } from './deck-cursor.ts'

export const toStanding = (row: StandingRow | null, orderOf: OrderOf): Standing => ({
  gaveLikes: row?.gave_likes ?? 0,
  gave: row?.gave ?? 0,
  gotLikes: row?.got_likes ?? 0,
  got: row?.got ?? 0,
  shown: row?.shown ?? 0,
  group: orderOf(groupsLabel(row?.shown_to ?? null)),
})

const toCandidate = (row: CandidateRow, { orderOf, now, turn: turnFor }: RankingContext): Candidate => {
  const standing = toStanding(row, orderOf)
  const activity = activityOf(row.last_active_at, row.show_last_active, now)
  const [isAway, turn] = [isAwayWith(activity), turnFor(row.account_id)]
  const candidate = { ...standing, id: row.account_id, activity, isAway, turn, compatibility: null }
  return row.less_exposed ? watched(candidate) : candidate
}

/** While a report by a monitoring rule is open, people count less, and aren't raised for their low exposure. */
const watched = (candidate: Candidate): Candidate => ({
  ...candidate,
  activity: candidate.activity * parameters.lessExposed,
  shown: Math.max(candidate.shown, candidate.group.meanShown, 1),
})

export type RankingContext = {
  standing: StandingRow | null
  orderOf: OrderOf
  outcomes: OutcomeWeights | null
  turn: (candidate: string) => number
  now: Date
  served: ReadonlySet<string>
}
const viewerOf = ({ standing, orderOf, outcomes }: RankingContext): Viewer => ({
  ...toStanding(standing, orderOf),
  outcomes,
})

type Ranked = { id: string; isAway: boolean; rank: number }

const bestFirst = (ranked: readonly Ranked[]): Ranked[] =>
  ranked.toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))

/** Scores are computed only for candidates who can be among the best. */
export async function rankCandidates(
  rows: readonly CandidateRow[],
  field: RankingContext,
  comparisons: Comparisons,
  count: number,
): Promise<string[]> {
  const { served } = field
  const me = viewerOf(field)
  const candidates = rows
    .slice(0, poolFor(me) + served.size)
    .filter(({ account_id }) => !served.has(short(account_id)))
    .map((row) => toCandidate(row, field))
  const best = contenders(me, candidates, count)
  const scores = await comparisons.scores(best.map(({ id }) => id))
  const ranked = best.map(({ id, ...each }) => ({
    id,
    isAway: each.isAway,
    rank: rank(me, { id, ...each }, scores.get(id) ?? null),
  }))
  return capInactive(bestFirst(ranked), count).map(({ id }) => id)
}

export function rankLikers(rows: readonly CandidateRow[], field: RankingContext): string[] {
  const { served } = field
  const me = viewerOf(field)
  const waiting = rows.filter(({ account_id }) => !served.has(short(account_id)))
  return bestFirst(
    waiting
      .map((row) => toCandidate(row, field))
      .filter(mayBeGuest)
      .map((each) => ({ id: each.id, isAway: each.isAway, rank: likerRank(me, each) })),
  ).map(({ id }) => id)
}
