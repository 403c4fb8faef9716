import { ApiError, type Transparency } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { afterMonths } from '../../../infra/clock.ts'
import { appealNumbers, decisionNumbers, type Period, reportNumbers } from './numbers.sql.ts'
import { type Counted, maskCount, maskGroups, maskMedian } from './rules.ts'

type Query = { from?: string | undefined; to?: string | undefined }
type Reading = Pick<Deps, 'replica' | 'clock'>

const startOfMonth = (date: Date, later = 0) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1))

/**
 * The requested time, or the last twelve months, in whole months (UTC): two periods that differ by a moment would show
 * what happened in it.
 */
export function periodOf({ clock }: Pick<Deps, 'clock'>, { from, to }: Query): Period {
  const last = to ? new Date(to) : clock.now()
  const start = startOfMonth(last)
  const end = start.getTime() === last.getTime() ? start : startOfMonth(last, 1)
  return { from: from ? startOfMonth(new Date(from)) : afterMonths(end, -12), to: end }
}

const totalOf = (groups: readonly Counted[]) => maskCount(groups.reduce((sum, { count }) => sum + count, 0))

/** The numbers of a period, without groups that are so small that they could be someone. */
export async function readTransparency({ replica, ...context }: Reading, query: Query): Promise<Transparency> {
  const period = periodOf(context, query)
  const [reports, decisions, appeals] = await Promise.all([
    reportNumbers(replica, period),
    decisionNumbers(replica, period),
    appealNumbers(replica, period),
  ])
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    reports: {
      received: totalOf(reports.byType),
      byType: maskGroups(reports.byType),
      bySource: maskGroups(reports.bySource),
      medianFirstAnswer: maskMedian(reports.firstAnswer.median, reports.firstAnswer.of),
      medianResolution: maskMedian(reports.resolution.median, reports.resolution.of),
    },
    decisions: {
      made: totalOf(decisions.byKind),
      byKind: maskGroups(decisions.byKind),
      byCategory: maskGroups(decisions.byCategory),
      bySource: maskGroups(decisions.bySource),
      byAutomation: maskGroups(decisions.byAutomation),
      byState: maskGroups(decisions.byState),
    },
    appeals: {
      received: totalOf(appeals.byOutcome),
      byAppellant: maskGroups(appeals.byAppellant),
      byOutcome: maskGroups(appeals.byOutcome),
      medianDecision: maskMedian(appeals.decision.median, appeals.decision.of),
    },
  }
}

/** The public page, which exists only where the operator turned it on. It is read by many, so it is cached. */
export function readPublicTransparency(context: Reading & Pick<Deps, 'config' | 'memory'>): Promise<Transparency> {
  if (context.config.PUBLIC_TRANSPARENCY === 'off') throw new ApiError('not_found', 'Not found.')
  return context.memory.cache(
    'transparency',
    () => readTransparency(context, {}),
    () => true,
  )
}
