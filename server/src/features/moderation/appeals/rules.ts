import { APPEAL_MONTHS, APPEAL_WAIT_HOURS, type Appeal } from '@kindred/contract'
import { afterMonths, hours, later } from '../../../infra/clock.ts'

/** The time until which a decision of this time can be appealed. */
export const appealUntil = (decidedAt: Date): Date => afterMonths(decidedAt, APPEAL_MONTHS)

type Case = {
  state: Appeal['state']
  created_at: Date
  account_id: string
  /** Who decided what is appealed. */
  deciders: readonly string[]
  /** Whether there is an administrator who didn't decide it and doesn't appeal. */
  has_others: boolean
}

/**
 * Whether an administrator may decide an appeal. Nobody decides their own, and anyone who made the decision leaves it
 * to someone else. Where there is nobody else, they wait for a day.
 */
export function rightOf(viewerId: string, appeal: Case, now: Date): { may: Appeal['mayDecide']; at: Date | null } {
  if (appeal.state !== 'open' || appeal.account_id === viewerId) return { may: 'no', at: null }
  if (!appeal.deciders.includes(viewerId)) return { may: 'now', at: null }
  if (appeal.has_others) return { may: 'someone-else', at: null }
  const at = later(appeal.created_at, hours(APPEAL_WAIT_HOURS))
  return at > now ? { may: 'later', at } : { may: 'now', at: null }
}
