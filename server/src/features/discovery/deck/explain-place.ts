import { message, type OrderReason, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { write } from '../../../infra/language/write.ts'
import { comparisonsOf } from '../compatibility/compare.ts'
import { today, viewerCriteria, type ViewerCriteria } from '../eligibility/viewer-criteria.ts'
import { assertReached } from '../people/get-person.ts'
import { canReach } from '../people/reachable-person.ts'
import { currentOrder } from './order-groups.sql.ts'
import { orderReasons, type Placed } from './order-reasons.ts'
import { placeFacts } from './place-facts.sql.ts'
import { toStanding } from './rank-candidates.ts'
import { activityOf } from './rules.ts'

const texts = (): Record<OrderReason['kind'], MessageDescriptor> => ({
  preferences: message('You fit what they’re looking for, and they fit what you’re looking for.'),
  new: message('They’re new here.'),
  turn: message('Only a few people have seen them lately, and everyone gets a turn.'),
  near: message('They’re in your area.'),
  active: message('They were active in the last few days.'),
  likely: message('You two are more likely than most to like each other.'),
  liked: message('They get a lot of likes.'),
  agree: message('You agree on a lot of what you both answered.'),
})

/**
 * Ranking data without anything that the viewer mustn't find out: the person's own swipe on them, and how often others
 * like the viewer.
 */
async function readPlaced(
  context: Deps & Answering,
  viewer: Viewer,
  criteria: ViewerCriteria,
  id: string,
): Promise<Placed | undefined> {
  const [facts, orderOf, scores] = await Promise.all([
    placeFacts(context.db, criteria, today(context), id),
    currentOrder(context),
    comparisonsOf(context, criteria.id).scores([id]),
  ])
  if (!facts) return undefined
  const { person, show_last_active: shows } = facts
  const without = {
    ...person,
    gave: Math.max(0, person.gave - facts.own_choices),
    gave_likes: Math.max(0, person.gave_likes - facts.own_likes),
  }
  return {
    viewer: toStanding({ ...facts.viewer, got: 0, got_likes: 0, shown: 0 }, orderOf),
    person: {
      ...toStanding(without, orderOf),
      id,
      activity: activityOf(facts.last_active_at, shows, criteria.now),
      compatibility: scores.get(id) ?? null,
    },
    daysHere: (criteria.now.getTime() - facts.joined_at.getTime()) / days(1),
    isNear: facts.is_near && !facts.hide_distance && !criteria.hidesDistance,
    showsActivity: shows && viewer.account.show_last_active,
    lessExposed: facts.less_exposed,
  }
}

/** The answer is the same whether or not the person likes the viewer. */
export async function explainPlace(context: Deps & Answering, viewer: Viewer, id: string): Promise<OrderReason[]> {
  const criteria = viewerCriteria(context, viewer)
  await assertReached(context, viewer, id, await canReach(context, criteria.id, id))
  const placed = await readPlaced(context, viewer, criteria, id)
  if (!placed) return []
  const words = texts()
  return orderReasons(placed).map((kind) => ({ kind, text: write(context.caller.language, words[kind]) }))
}
