import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { consentRequired, mayUseSpecialCategory, type Viewer } from '../../../http/session.ts'
import { comparisonsOf } from '../compatibility/compare.ts'
import { explainScore } from '../compatibility/explain-score.ts'
import { assertMayLook } from '../eligibility/viewer-criteria.ts'
import { canReach, noSuchPerson, reachablePerson } from './reachable-person.ts'
import { spendViews } from './spend-views.ts'
import { toCloseness, toHiddenFields, toPerson } from './to-person.ts'

/** Fails for people the viewer can't see. Looking at anyone but a match counts toward the day's views. */
export async function assertReached<R extends { matched: boolean }>(
  context: Deps,
  viewer: Viewer,
  id: string,
  reached: R | null,
): Promise<R> {
  // Members who withdrew their consent see their matches only, and can't find out whether anyone else exists.
  if (!reached?.matched && !mayUseSpecialCategory(viewer)) throw consentRequired('acceptSpecialCategory')
  if (!reached) throw noSuchPerson()
  if (!reached.matched) await spendViews(context, viewer, [id])
  return reached
}

export async function getPerson(context: Deps & Answering, viewer: Viewer, id: string) {
  assertMayLook(viewer)
  const reached = await reachablePerson(context.db, viewer.account.id, id)
  const { matched, row } = await assertReached(context, viewer, id, reached)
  const comparisons = await comparisonsOf(context, viewer.account.id).explained([id])
  return {
    user: toPerson(context, { viewer, matched }, row),
    privacyInfo: { hidden: toHiddenFields(row, viewer, context.caller.language) },
    ...toCloseness(row, viewer, comparisons.get(id)?.score.score ?? null, context.caller.language),
  }
}

export async function getCompatibility(context: Deps & Answering, viewer: Viewer, id: string) {
  assertMayLook(viewer)
  await assertReached(context, viewer, id, await canReach(context, viewer.account.id, id))
  return explainScore(context, viewer.account.id, id)
}
