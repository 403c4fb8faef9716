import type { DatePlan, OpenPlan } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { noSuchMatch } from '../errors.ts'
import { latestPlan, openPair, openPlans, type Pair } from './plans.sql.ts'
import { shareOf, sharesOfPlans } from './plan-shares.sql.ts'
import { SHOWN_FOR } from './rules.ts'
import { toPlan } from './to-plan.ts'

export async function pairOf(db: Db | Tx, viewer: Viewer, matchId: string): Promise<Pair> {
  const pair = await openPair(db, viewer.account.id, matchId)
  if (!pair) throw noSuchMatch()
  return pair
}

export async function readPlan(context: Deps, viewer: Viewer, matchId: string): Promise<DatePlan | null> {
  const { db, keys, clock } = context
  const pair = await pairOf(db, viewer, matchId)
  const row = await latestPlan(db, matchId, pair.created_at)
  if (!row) return null
  const now = clock.now()
  const { id: viewerId } = viewer.account
  return toPlan(keys, viewerId, { row, share: await shareOf(db, row.id, viewerId, now) }, now)
}

export async function listPlans({ db, keys, clock }: Deps, viewer: Viewer): Promise<OpenPlan[]> {
  const now = clock.now()
  const { id: viewerId } = viewer.account
  const rows = await openPlans(db, viewerId, later(now, -SHOWN_FOR))
  if (rows.length === 0) return []
  const shares = await sharesOfPlans(
    db,
    viewerId,
    rows.map(({ id }) => id),
    now,
  )
  return rows.flatMap((row) => {
    const plan = toPlan(keys, viewerId, { row, share: shares.find(({ plan_id }) => plan_id === row.id) }, now)
    return plan ? [{ name: row.name ?? '', plan }] : []
  })
}
