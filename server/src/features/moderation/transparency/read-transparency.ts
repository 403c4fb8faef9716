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

/** A half of a calendar year that is over: the one that the requested time begins in, or the last one. */
function halfOf({ clock }: Pick<Deps, 'clock'>, { from }: Query): Period {
  const last = afterMonths(startOfHalf(clock.now()), -HALF)
  const asked = from ? startOfHalf(new Date(from)) : last
  const start = asked < last ? asked : last
  return { from: start, to: afterMonths(start, HALF) }
}

/**
 * The period that a viewer may read numbers of. Two periods that overlap, or one that isn't over and is read again
 * tomorrow, differ by numbers that are too small to be shown. So whoever can't read the reports one by one gets halves
 * of calendar years that are over, and nothing in between.
 */
export const periodFor = (context: Pick<Deps, 'clock'>, viewer: RoleColumns | null, query: Query): Period =>
  viewer && mayAs(viewer, 'reports.read') ? monthsOf(context, query) : halfOf(context, query)

/** The requested time, or the last twelve months, in whole months (UTC). */
function monthsOf({ clock }: Pick<Deps, 'clock'>, { from, to }: Query): Period {
  const last = to ? new Date(to) : clock.now()
  const start = startOfMonth(last)
  const end = start.getTime() === last.getTime() ? start : startOfMonth(last, 1)
  return { from: from ? startOfMonth(new Date(from)) : afterMonths(end, -12), to: end }
}

/** Counting so many takes longer than a page may: everyone who asks within seconds gets the same data. */
const MANY = 20_000

const totalOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

/** How many there are of each name, the most frequent first. */
function countBy<T extends { count: number }>(rows: readonly T[], nameOf: (row: T) => string): Groups {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.count)
  return maskGroups(
    [...counts]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)),
  )
}

/** The numbers of a period, without groups that are so small that they could be someone. */
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

/** The public page, which exists only where the operator turned it on. It is read by many, so it is cached. */
export function readPublicTransparency(context: Reading & Pick<Deps, 'config'>): Promise<Transparency> {
  if (context.config.PUBLIC_TRANSPARENCY === 'off') throw new ApiError('not_found', 'Not found.')
  return context.memory.cache(
    'transparency',
    () => readTransparency(context, null, {}),
    () => true,
  )
}
