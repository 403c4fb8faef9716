import { createHash } from 'node:crypto'
import { ApiError, type Groups, StatementOfReasons, type Transparency, type Violation } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { issueTicket } from '../../identity/index.ts'
import {
  countAppeals,
  countDecisions,
  countReports,
  findStated,
  medians,
  type Period,
  type StatedRow,
} from './queries.ts'
import { maskCount, maskGroups, maskMedian } from './rules.ts'
import { audit } from '../../operations/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { afterMonths } from '../../../infra/clock.ts'
import { type Db, retryOnDisconnect } from '../../../infra/db/db.ts'
import { mayAs, type RoleColumns } from '../../../infra/staff.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

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
const periodFor = (context: Pick<Deps, 'clock'>, viewer: RoleColumns | null, query: Query): Period =>
  viewer && mayAs(viewer, 'reports.read') ? monthsOf(context, query) : halfOf(context, query)

function monthsOf({ clock }: Pick<Deps, 'clock'>, { from, to }: Query): Period {
  const last = to ? new Date(to) : clock.now()
  const start = startOfMonth(last)
  const end = start.getTime() === last.getTime() ? start : startOfMonth(last, 1)
  return { from: from ? startOfMonth(new Date(from)) : afterMonths(end, -12), to: end }
}

/** Counting more than this takes too long for a page load, so the result is cached for a few seconds. */
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
  return context.memory.cache('transparency', () => readTransparency(context, null, {}))
}

// A decision as a statement for the Commission's database. Text by staff and members never becomes part of it.

const categories: Record<Violation, StatementOfReasons['category']> = {
  harassment: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  hate: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  threats: 'STATEMENT_CATEGORY_VIOLENCE',
  sexual: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  intimate_image: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  minor: 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  scam: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  fake_profile: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  spam: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  privacy: 'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  illegal: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  other: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
}

const done: Record<StatedRow['kind'], string> = {
  hide: 'Content was removed from a member’s profile',
  demote: 'A member’s profile was shown less in recommendations',
  limit: 'A member could send no messages and was left out of recommendations for a time',
  suspend: 'A member’s account was suspended for a time',
  deactivate: 'A member’s account was deactivated',
  ban: 'A member’s account was terminated',
}

const doneBy = ({ kind, is_message }: StatedRow) => (is_message ? 'A member’s message was removed' : done[kind])

const day = (date: Date): string => date.toISOString().slice(0, 10)

/** Statements name the first day of the month, because the exact day could identify the case. */
const monthOf = (date: Date): Date => new Date(`${date.toISOString().slice(0, 7)}-01`)

/** Moves the end along with the start, so that the duration stays the same. */
const endOf = (until: Date, start: Date): string =>
  day(new Date(monthOf(start).getTime() + until.getTime() - start.getTime()))

function restrictionOf({ kind, until, in_force_at }: StatedRow) {
  if (kind === 'hide') return { decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }
  if (kind === 'demote')
    return {
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DEMOTED'],
      ...(until ? { end_date_visibility_restriction: endOf(until, in_force_at) } : {}),
    }
  if (kind === 'limit')
    return {
      decision_provision: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
      ...(until ? { end_date_service_restriction: endOf(until, in_force_at) } : {}),
    }
  return {
    decision_account: kind === 'ban' ? 'DECISION_ACCOUNT_TERMINATED' : 'DECISION_ACCOUNT_SUSPENDED',
    ...(until ? { end_date_account_restriction: endOf(until, in_force_at) } : {}),
  }
}

function groundOf({ category }: StatedRow) {
  const words = category.replaceAll('_', ' ')
  return category === 'illegal'
    ? {
        decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
        illegal_content_legal_ground: 'The law of the member’s country',
        illegal_content_explanation: 'The content is against the law.',
      }
    : {
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        incompatible_content_ground: 'Community rules and terms of use',
        incompatible_content_explanation: `The community rules don’t allow this (${words}).`,
        incompatible_content_illegal: 'No',
      }
}

function contentOf({ kind, has_text, has_pictures, has_sound, is_message }: StatedRow) {
  if (kind !== 'hide') return { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: 'Account' }
  const types = [
    ...(has_text ? ['CONTENT_TYPE_TEXT'] : []),
    ...(has_pictures ? ['CONTENT_TYPE_IMAGE'] : []),
    ...(has_sound ? ['CONTENT_TYPE_AUDIO'] : []),
  ]
  // The message and its author may have been deleted in the meantime.
  return types.length > 0
    ? { content_type: types }
    : { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: is_message ? 'Message' : 'Profile' }
}

/** The schema refuses unknown fields, so no other field is ever exported. */
const toStatement = (row: StatedRow): StatementOfReasons =>
  StatementOfReasons.parse({
    ...restrictionOf(row),
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    ...groundOf(row),
    category: categories[row.category],
    decision_facts: `${doneBy(row)}, ${row.source === 'report' ? 'after a report' : 'on our own initiative'}.`,
    ...contentOf(row),
    content_date: day(monthOf(row.in_force_at)),
    application_date: day(monthOf(row.in_force_at)),
    source_type: row.source === 'report' ? 'SOURCE_ARTICLE_16' : 'SOURCE_VOLUNTARY',
    automated_detection: row.is_detected || row.is_automated ? 'Yes' : 'No',
    automated_decision: row.is_automated ? 'AUTOMATED_DECISION_FULLY' : 'AUTOMATED_DECISION_NOT_AUTOMATED',
    // Distinguishes statements but can't be traced to an account.
    puid: createHash('sha256').update(`statement ${row.id}`).digest('hex').slice(0, 32),
  })

const TICKET_LASTS = 60_000
const BREAK = '\r\n'

export const issueTransparencyTicket = (context: Deps, viewer: Viewer): Promise<string> =>
  issueTicket(context, viewer, 'export-transparency', TICKET_LASTS)

/** Every cell is a number, a date or a fixed sentence, so none can be a formula. */
const line = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',') + BREAK

const isGroups = (value: unknown): value is { name: string; count: number | null }[] => Array.isArray(value)

function* linesOf({ from, to, ...topics }: Transparency): Generator<string> {
  yield line(['topic', 'figure', 'group', 'value'])
  yield line(['period', 'from', '', from])
  yield line(['period', 'to', '', to])
  for (const [topic, figures] of Object.entries(topics))
    for (const [figure, value] of Object.entries(figures))
      if (isGroups(value)) for (const { name, count } of value) yield line([topic, figure, name, count])
      else yield line([topic, figure, '', value])
}

async function* fileOf(numbers: Transparency): AsyncGenerator<string> {
  yield* linesOf(numbers)
}

const recordExport = (context: Deps, { account }: Viewer, what: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), (work) =>
    audit(work, { action: 'transparency.exported', details: { what } }),
  )

export async function exportNumbers(context: Deps, viewer: Viewer, query: Query): Promise<AsyncIterable<string>> {
  await recordExport(context, viewer, 'numbers')
  return fileOf(await readTransparency(context, viewer.account, query))
}

/** Public data about no one in particular, so no download is recorded. */
export const exportPublicNumbers = async (
  context: Parameters<typeof readPublicTransparency>[0],
): Promise<AsyncIterable<string>> => fileOf(await readPublicTransparency(context))

async function* statements(context: Deps, { account }: Viewer, query: Query): AsyncGenerator<StatementOfReasons> {
  const period = periodFor(context, account, query)
  let last: StatedRow | undefined
  do {
    const rows: StatedRow[] = await retryOnDisconnect(() => findStated(context.replica, period, last))
    for (const row of rows) yield toStatement(row)
    last = rows.at(-1)
  } while (last)
}

const FIELDS = Object.keys(StatementOfReasons.shape)

export async function exportStatements(context: Deps, viewer: Viewer, query: Query): Promise<AsyncIterable<string>> {
  await recordExport(context, viewer, 'statements')
  return (async function* () {
    yield line(FIELDS)
    for await (const statement of statements(context, viewer, query)) {
      const fields = new Map<string, unknown>(Object.entries(statement))
      yield line(
        FIELDS.map((field) => {
          const value = fields.get(field)
          return Array.isArray(value) ? value.join('|') : typeof value === 'string' ? value : ''
        }),
      )
    }
  })()
}

export async function exportStatementsAsJson(
  context: Deps,
  viewer: Viewer,
  query: Query,
): Promise<AsyncIterable<string>> {
  await recordExport(context, viewer, 'statements')
  return (async function* () {
    yield '{"statements":['
    let separator = ''
    for await (const statement of statements(context, viewer, query)) {
      yield separator + JSON.stringify(statement)
      separator = ',\n'
    }
    yield ']}'
  })()
}
