import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { viewerCriteria } from '../eligibility/viewer-criteria.ts'
import { saveBoost } from './boosts.sql.ts'

const BOOST_LASTS = minutes(30)

export async function boost(context: Deps, viewer: Viewer): Promise<Date> {
  const { id } = viewerCriteria(context, viewer)
  return unitOfWork(context, asMember(id), async ({ tx, now }) => {
    if (!isPremium(viewer.account, now)) throw new ApiError('premium_required', 'Premium includes one boost a month.')
    const ends = later(now, BOOST_LASTS)
    const month = `${now.toISOString().slice(0, 7)}-01`
    if (!(await saveBoost(tx, id, month, now, ends)))
      throw new ApiError('conflict', 'You’ve used this month’s boost. You’ll get another one next month.')
    return ends
  })
}
