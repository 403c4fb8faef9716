import type { Deps } from '../../../deps.ts'
import type { Comparisons } from '../compatibility/compare.ts'
import { today, type ViewerCriteria } from '../eligibility/viewer-criteria.ts'
import { candidatePool, type CandidateRow } from './candidates.sql.ts'
import { standingOf } from './exposure.sql.ts'
import { meanExposure } from './mean-exposure.ts'
import { activityOf, contenders, poolFor, rank, type Candidate, type Standing } from './rules.ts'
import { short } from './walk.ts'

type StandingRow = Pick<CandidateRow, 'gave_likes' | 'gave' | 'got_likes' | 'got' | 'shown'>

const toStanding = (row: StandingRow | undefined): Standing => ({
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

/** The ids of the best candidates in the viewer's order. Scores are computed only for those who can be among them. */
export async function rankCandidates(
  context: Deps,
  viewer: ViewerCriteria,
  comparisons: Comparisons,
  served: ReadonlySet<string>,
  count: number,
): Promise<string[]> {
  const now = context.clock.now()
  const me = toStanding(await standingOf(context.db, viewer.id))
  const [rows, mean] = await Promise.all([
    candidatePool(context.indexScanDb, viewer, today(context), poolFor(me) + served.size),
    meanExposure(context),
  ])
  const candidates = rows.filter(({ account_id }) => !served.has(short(account_id))).map((row) => toCandidate(row, now))
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
