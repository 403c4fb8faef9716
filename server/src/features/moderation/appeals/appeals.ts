import { ApiError, type Appeal, type OwnAppeal } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { returnPremium } from '../../billing/index.ts'
import {
  type AppealMessageRow,
  type AppealRow,
  findAppeal,
  findAppealMessages,
  findAppeals,
  findAppealsBy,
  findEndOfReport,
  insertAppeal,
  insertAppealMessage,
} from './queries.ts'
import type { CasePage } from '../cases.ts'
import { appealUntil, rightOf } from './rules.ts'
import {
  auditDecision,
  findStillClosed,
  finishDecision,
  lockWithSubject,
  noDecision,
  type Deciding,
} from '../decisions/effects.ts'
import { countLostPremiumDays, lockDecision } from '../decisions/queries.ts'
import { factsIn, type Reading, readingOf } from '../decisions/statement.ts'
import { notifyStaff } from '../reports/create-report.ts'
import { moveLockedReport } from '../reports/handle-report.ts'
import { lockReport } from '../reports/queries.ts'
import { handledBy, noReport } from '../reports/read-reports.ts'
import { anyOf, noteReader } from '../blind-reviews/queries.ts'
import { audit } from '../../operations/index.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, toInstant } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork, type Work } from '../../../work.ts'

export const decidersOf = ({ deciders }: AppealRow): string[] => deciders.map(({ id }) => id)

function toAppeal(
  viewerId: string,
  row: AppealRow,
  messages: readonly AppealMessageRow[],
  { now, language }: Reading,
): Appeal {
  const { may, at } = rightOf(viewerId, { ...row, deciders: decidersOf(row) }, now)
  return {
    _id: row.id,
    version: row.version,
    state: row.state,
    by: row.decision_id ? 'member' : 'reporter',
    appellant: { _id: row.account_id, name: row.appellant ?? '' },
    createdAt: row.created_at.toISOString(),
    decision:
      row.decision_id && row.kind && row.in_force_at
        ? {
            _id: row.decision_id,
            subject: { _id: row.subject_id, name: row.subject ?? '' },
            kind: row.kind,
            facts: factsIn(language, row.facts ?? ''),
            at: row.in_force_at.toISOString(),
            reportId: row.decision_report,
          }
        : null,
    report:
      row.report_id && row.status
        ? { _id: row.report_id, type: row.problem_type ?? '', description: row.description ?? '', status: row.status }
        : null,
    deciders: row.deciders.map(({ id, name }) => ({ _id: id, name: name ?? '' })),
    messages: messages.map((each) => ({
      _id: each.id,
      byStaff: each.by_staff,
      author: each.author ?? '',
      message: each.message,
      at: each.at.toISOString(),
    })),
    decidedBy: row.decided_by ? { _id: row.decided_by, name: row.decider ?? '' } : null,
    decidedAt: toInstant(row.decided_at),
    reason: row.reason,
    samePerson: row.is_same_person,
    mayDecide: may,
    mayDecideAt: toInstant(at),
  }
}

const toOwnAppeal = (row: AppealRow, messages: readonly AppealMessageRow[]): OwnAppeal => ({
  _id: row.id,
  decisionId: row.decision_id,
  reportId: row.report_id,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  decidedAt: toInstant(row.decided_at),
  reason: row.reason,
  samePerson: row.is_same_person,
  messages: messages.map(({ id, by_staff, message, at }) => ({
    _id: id,
    byStaff: by_staff,
    message,
    at: at.toISOString(),
  })),
})

type Context = Pick<Deps, 'config' | 'db' | 'clock'> & Answering

export const noAppeal = () => new ApiError('not_found', 'We couldn’t find this appeal.')

async function withMessages({ db }: Pick<Deps, 'db'>, rows: readonly AppealRow[]) {
  const messages = await findAppealMessages(
    db,
    rows.map(({ id }) => id),
  )
  const byAppeal = Map.groupBy(messages, ({ appeal_id }) => appeal_id)
  return rows.map((row) => ({ row, messages: byAppeal.get(row.id) ?? [] }))
}

export async function listAppeals(context: Context, { account }: Viewer, page: CasePage) {
  const rows = await findAppeals(context.db, { ...page, only: handledBy(account) })
  const decided = rows.flatMap(({ decision_id }) => decision_id ?? [])
  await noteReader(context.db, account.id, anyOf(decided))
  const reading = await readingOf(context)
  const shown = await withMessages(context, rows.slice(0, page.limit))
  const appeals = shown.map(({ row, messages }) => toAppeal(account.id, row, messages, reading))
  return { appeals, nextBefore: rows.length > page.limit ? (appeals.at(-1)?._id ?? null) : null }
}

export async function oneAppeal(context: Context, { account }: Viewer, id: string): Promise<Appeal> {
  const row = await findAppeal(context.db, id)
  if (!row) throw noAppeal()
  return toAppeal(account.id, row, await findAppealMessages(context.db, [id]), await readingOf(context))
}

export async function listMyAppeals(context: Pick<Deps, 'db'>, { account }: Viewer): Promise<OwnAppeal[]> {
  const rows = await withMessages(context, await findAppealsBy(context.db, account.id))
  return rows.map(({ row, messages }) => toOwnAppeal(row, messages))
}

export async function oneOwnAppeal({ db }: Pick<Deps, 'db'>, id: string): Promise<OwnAppeal> {
  const row = await findAppeal(db, id)
  if (!row) throw noAppeal()
  return toOwnAppeal(row, await findAppealMessages(db, [id]))
}

/** The member's page with the appeal: the report or the decision that it is against. */
export const linkOf = ({ report_id, decision_id }: Pick<AppealRow, 'report_id' | 'decision_id'>): string =>
  report_id ? `/support?report=${report_id}` : `/support#decision-${decision_id}`

type Appealed = { decision_id: string } | { report_id: string }

function assertInTime(decidedAt: Date, now: Date): void {
  if (now >= appealUntil(decidedAt)) throw new ApiError('conflict', 'The 6-month window to appeal has closed.')
}

async function appealedDecision({ tx, now }: Work, accountId: string, id: string): Promise<Appealed> {
  const row = await lockDecision(tx, id)
  // Members must not learn of a decision that they were never notified of.
  if (row?.subject_id !== accountId || row.in_force_at === null || row.state === 'undone') throw noDecision()
  if (row.state === 'overturned') throw new ApiError('conflict', 'This decision has already been overturned.')
  assertInTime(row.in_force_at, now)
  return { decision_id: id }
}

async function appealedReport({ tx, now }: Work, accountId: string, id: string): Promise<Appealed> {
  const row = await lockReport(tx, id)
  if (row?.reporter_id !== accountId) throw noReport()
  const endedAt = await findEndOfReport(tx, id)
  if (!endedAt) throw new ApiError('conflict', 'We’re still looking into this report.')
  assertInTime(endedAt, now)
  return { report_id: id }
}

export async function makeAppeal(
  context: Deps,
  { account }: Viewer,
  { kind, id, message }: { kind: 'decision' | 'report'; id: string; message: string },
): Promise<OwnAppeal> {
  await context.budgets.spend([{ key: `appeal:${account.id}`, limit: 20, within: days(1) }])
  const appealId = await unitOfWork(context, asAccount(account), async (work) => {
    const { tx, now } = work
    const appealed = await (kind === 'decision' ? appealedDecision : appealedReport)(work, account.id, id)
    const made = await insertAppeal(tx, { ...appealed, account_id: account.id, created_at: now })
    await insertAppealMessage(tx, { appeal_id: made, author_id: account.id, by_staff: false, message, at: now })
    await audit(work, { action: 'appeal.made', subjectId: account.id, details: { appeal: made, ...appealed } })
    return made
  }).catch((error: unknown) => {
    if (isTaken(error)) throw new ApiError('conflict', 'You’ve already appealed this.')
    throw error
  })
  return oneOwnAppeal(context, appealId)
}

type Why = { staffId: string; reason: string }

/**
 * Ends a decision and its strike, restores the account and the profile, and gives back the lost premium days. Reopens
 * the report under appeal, or the reports that the decision closed, and notifies their reporters.
 */
export async function overturn(work: Deciding, { decision_id, report_id }: AppealRow, why: Why): Promise<void> {
  if (decision_id) await overturnDecision(work, decision_id, why)
  else if (report_id) await reopenReport(work, report_id, why)
}

async function overturnDecision(work: Deciding, id: string, { staffId, reason }: Why): Promise<void> {
  const row = await lockWithSubject(work, id)
  const { ended } = await finishDecision(work, row, { to: 'overturned', by: staffId, reason })
  await auditDecision(work, ended, { action: 'decision.overturned', before: row.state, reason })
  const days = await countLostPremiumDays(work.tx, id, work.now)
  if (days > 0) await returnPremium(work, { accountId: row.subject_id, days, decision: id })
  for (const report of await findStillClosed(work, row)) await reopenReport(work, report, { staffId, reason })
}

async function reopenReport(work: Deciding, id: string, { staffId, reason }: Why): Promise<void> {
  const row = await lockReport(work.tx, id)
  if (!row || row.status === 'in_progress' || row.status === 'pending') return
  await moveLockedReport(work, row, { staffId, status: 'in_progress', reason })
  notifyStaff(work)
}
