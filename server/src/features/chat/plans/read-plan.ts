import type { DatePlan } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { noSuchMatch } from '../errors.ts'
import { latestPlan, openPair, type Pair } from './plans.sql.ts'
import { shareOf } from './plan-shares.sql.ts'
import { toPlan } from './to-plan.ts'

/** The viewer's open match, or 404. */
export async function pairOf(db: Db | Tx, viewer: Viewer, matchId: string): Promise<Pair> {
  const pair = await openPair(db, viewer.account.id, matchId)
  if (!pair) throw noSuchMatch()
  return pair
}

/** What the two are planning now. */
export async function readPlan(context: Deps, viewer: Viewer, matchId: string): Promise<DatePlan | null> {
  const { db, keys, clock } = context
  const pair = await pairOf(db, viewer, matchId)
  const row = await latestPlan(db, matchId, pair.created_at)
  if (!row) return null
  const now = clock.now()
  const { id: viewerId } = viewer.account
  return toPlan(keys, viewerId, { row, share: await shareOf(db, row.id, viewerId, now) }, now)
}
