import { ApiError, message, type PlanShare, type SharedPlan } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import { hashOf, randomToken } from '../../../infra/keys.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { noSuchPlan } from './change-plan.ts'
import { deleteShare, saveHomecoming, saveShare, shareByToken, sharesOf } from './plan-shares.sql.ts'
import { lockPlan } from './plans.sql.ts'
import { pairOf } from './read-plan.ts'
import { isTimeToCheck, SHARED_FOR } from './rules.ts'
import { openPlace, sealDetails, toPlanShare, toSharedPlan } from './to-plan.ts'

/** Only the link's hash is stored, so the link can be shown only now. */
export async function sharePlan(
  context: Deps,
  viewer: Viewer,
  { id, planId }: { id: string; planId: string },
  checkText: string | null,
): Promise<{ token: string; share: PlanShare }> {
  const { account } = viewer
  await context.budgets.spend([{ key: `plan-share:${account.id}`, limit: 30, within: hours(1) }])
  return unitOfWork(context, asMember(account.id), async ({ tx, now, keys }) => {
    const pair = await pairOf(tx, viewer, id)
    const row = await lockPlan(tx, id, planId, pair.created_at)
    if (!row?.starts_at || row.state !== 'accepted') throw noSuchPlan()
    const expires_at = later(row.starts_at, SHARED_FOR)
    if (expires_at <= now) throw noSuchPlan()
    const check_at = checkText === null ? null : new Date(checkText)
    if (check_at && !isTimeToCheck(check_at, row.starts_at, now)) throw wrongTime()
    const token = randomToken()
    const details = {
      firstName: account.first_name ?? '',
      otherFirstName: pair.other_name ?? '',
      place: openPlace(keys, row.place) ?? '',
    }
    const share = await saveShare(tx, {
      plan_id: planId,
      account_id: account.id,
      token_hash: hashOf(token),
      details: sealDetails(keys, details),
      starts_at: row.starts_at,
      check_at,
      expires_at,
      created_at: now,
    })
    return { token, share: toPlanShare(keys, share) }
  })
}

function wrongTime(): ApiError {
  const msg = message('Please choose a time within a day after the date starts.')
  return new ApiError('invalid_request', msg, { errors: [{ path: 'checkAt', msg }] })
}

export const listPlanShares = async ({ db, keys, clock }: Deps, { account }: Viewer): Promise<PlanShare[]> =>
  (await sharesOf(db, account.id, clock.now())).map((row) => toPlanShare(keys, row))

/** Also works after the match has ended: the friend is still waiting. */
export async function comeHome({ db, keys, clock }: Deps, { account }: Viewer, id: string): Promise<PlanShare> {
  const row = await saveHomecoming(db, id, account.id, clock.now())
  if (!row) throw noSuchPlan()
  return toPlanShare(keys, row)
}

export async function stopSharingPlan({ db }: Deps, { account }: Viewer, id: string): Promise<void> {
  if (!(await deleteShare(db, id, account.id))) throw noSuchPlan()
}

/** Nothing about the friend is stored. */
export async function readSharedPlan({ db, keys, clock }: Deps, token: string): Promise<SharedPlan> {
  const now = clock.now()
  const row = await shareByToken(db, hashOf(token), now)
  const plan = row && toSharedPlan(keys, row, now)
  if (!plan) throw new ApiError('not_found', 'This link has expired.')
  return plan
}
