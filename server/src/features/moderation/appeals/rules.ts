import { APPEAL_MONTHS, APPEAL_WAIT_HOURS, type Appeal } from '@kindred/contract'
import { afterMonths, hours, later } from '../../../infra/clock.ts'

export const appealUntil = (decidedAt: Date): Date => afterMonths(decidedAt, APPEAL_MONTHS)

type Case = {
  state: Appeal['state']
  created_at: Date
  account_id: string
  deciders: readonly string[]
  has_others: boolean
}

/**
 * No one decides their own appeal, and anyone who made the decision leaves the appeal to someone else. If there is no
 * one else, they can decide after a day.
 */
export function rightOf(viewerId: string, appeal: Case, now: Date): { may: Appeal['mayDecide']; at: Date | null } {
  if (appeal.state !== 'open' || appeal.account_id === viewerId) return { may: 'no', at: null }
  if (!appeal.deciders.includes(viewerId)) return { may: 'now', at: null }
  if (appeal.has_others) return { may: 'someone-else', at: null }
  const at = later(appeal.created_at, hours(APPEAL_WAIT_HOURS))
  return at > now ? { may: 'later', at } : { may: 'now', at: null }
}
