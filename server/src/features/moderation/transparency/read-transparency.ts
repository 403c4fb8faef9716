import { ApiError, type Groups, type Transparency } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { afterMonths } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { mayAs, type RoleColumns } from '../../../infra/staff.ts'
import { countAppeals, countDecisions, countReports, medians, type Period } from './numbers.sql.ts'
import { maskCount, maskGroups, maskMedian } from './rules.ts'

type Query = { from?: string | undefined; to?: string | undefined }
type Reading = Pick<Deps, 'replica' | 'clock' | 'memory'>

const startOfMonth = (date: Date, later = 0) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1))

const HALF = 6
const startOfHalf = (date: Date) => startOfMonth(date, -(date.getUTCMonth() % HALF))

/** The completed half of a calendar year that includes the start of the requested time, or the last one. */
function halfOf({ clock }: Pick<Deps, 'clock'>, { from }: Query): Period {
  const last = afterMonths(startOfHalf(clock.now()), -HALF)
  const asked = from ? startOfHalf(new Date(from)) : last
  const start = asked < last ? asked : last
  return { from: start, to: afterMonths(start, HALF) }
}

/**
 * The period that a viewer may read. Two overlapping periods, or an incomplete one that is read again tomorrow, differ
 * by numbers that are too small to be shown. So anyone who can't read the reports one by one gets completed halves of
 * calendar years, and nothing in between.
 */
export const periodFor = (context: Pick<Deps, 'clock'>, viewer: RoleColumns | null, query: Query): Period =>
  viewer && mayAs(viewer, 'reports.read') ? monthsOf(context, query) : halfOf(context, query)

function monthsOf({ clock }: Pick<Deps, 'clock'>, { from, to }: Query): Period {
  const last = to ? new Date(to) : clock.now()
  const start = startOfMonth(last)
  const end = start.getTime() === last.getTime() ? start : startOfMonth(last, 1)
  return { from: from ? startOfMonth(new Date(from)) : afterMonths(end, -12), to: end }
}

/** Counting this many takes longer than a page may, so the result is cached for some seconds. */
const MANY = 20_000

const totalOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

function countBy<T extends { count: number }>(rows: readonly T[], nameOf: (row: T) => string): Groups {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.count)
  return maskGroups(
    [...counts]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
  )
}

async function count(replica: Db, period: Period): Promise<{ numbers: Transparency; rows: number }> {
  const [reports, decisions, appeals, { firstAnswer, resolution, appeal }] = await Promise.all([
    countReports(replica, period),
    countDecisions(replica, period),
    countAppeals(replica, period),
    medians(replica, period),
  ])
  const numbers = {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    reports: {
      received: maskCount(totalOf(reports)),
      byType: countBy(reports, ({ type }) => type),
      bySource: countBy(reports, ({ source }) => source),
      medianFirstAnswer: maskMedian(firstAnswer.median, firstAnswer.of),
      medianResolution: maskMedian(resolution.median, resolution.of),
    },
    decisions: {
      made: maskCount(totalOf(decisions)),
      byKind: countBy(decisions, ({ kind }) => kind),
      byCategory: countBy(decisions, ({ category }) => category),
      bySource: countBy(decisions, ({ source }) => source),
      byAutomation: countBy(decisions, ({ automation }) => automation),
      byState: countBy(decisions, ({ state }) => state),
    },
    appeals: {
      received: maskCount(totalOf(appeals)),
      byAppellant: countBy(appeals, ({ appellant }) => appellant),
      byOutcome: countBy(appeals, ({ outcome }) => outcome),
      medianDecision: maskMedian(appeal.median, appeal.of),
    },
  }
  return { numbers, rows: totalOf(reports) + totalOf(decisions) + totalOf(appeals) }
}

export async function readTransparency(
  { replica, memory, clock }: Reading,
  viewer: RoleColumns | null,
  query: Query,
): Promise<Transparency> {
  const period = periodFor({ clock }, viewer, query)
  const { numbers } = await memory.cache(
    `transparency ${period.from.toISOString()} ${period.to.toISOString()}`,
    () => count(replica, period),
    ({ rows }) => rows > MANY,
  )
  return numbers
}

/** The public page exists only if the operator has turned it on. Many people read it, so it is cached. */
export function readPublicTransparency(context: Reading & Pick<Deps, 'config'>): Promise<Transparency> {
  if (context.config.PUBLIC_TRANSPARENCY === 'off') throw new ApiError('not_found', 'Not found.')
  return context.memory.cache(
    'transparency',
    () => readTransparency(context, null, {}),
    () => true,
  )
}
