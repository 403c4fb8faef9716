import type { Comparisons } from '../compatibility/compare.ts'
import type { CandidateRow, StandingRow } from './candidates.sql.ts'
import { activityOf, contenders, poolFor, rank, type Candidate, type Standing } from './rules.ts'
import { short } from './walk.ts'

const toStanding = (row: StandingRow | null): Standing => ({
  gaveLikes: row?.gave_likes ?? 0,
  gave: row?.gave ?? 0,
  gotLikes: row?.got_likes ?? 0,
  got: row?.got ?? 0,
  shown: row?.shown ?? 0,
})

const toCandidate = (row: CandidateRow, now: Date): Candidate => ({
  ...toStanding(row),
  id: row.account_id,
  activity: activityOf(row.last_active_at, row.show_last_active, now),
  compatibility: null,
})

type Field = { rows: readonly CandidateRow[]; standing: StandingRow | null; mean: number; now: Date }

/** The ids of the best candidates in the viewer's order. Scores are computed only for those who can be among them. */
export async function rankCandidates(
  { rows, standing, mean, now }: Field,
  comparisons: Comparisons,
  served: ReadonlySet<string>,
  count: number,
): Promise<string[]> {
  const me = toStanding(standing)
  const candidates = rows
    .slice(0, poolFor(me) + served.size)
    .filter(({ account_id }) => !served.has(short(account_id)))
    .map((row) => toCandidate(row, now))
  const best = contenders(me, candidates, mean, count)
  const scores = await comparisons.scores(best.map(({ id }) => id))
  return best
    .map((candidate) => ({
      id: candidate.id,
      rank: rank(me, { ...candidate, compatibility: scores.get(candidate.id) ?? null }, mean),
    }))
    .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}
