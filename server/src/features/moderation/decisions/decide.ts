import {
  ApiError,
  type Configuration,
  type Decision,
  type DecisionDraft,
  type DecisionInput,
  FRAUD_HOLD_HOURS,
  FRAUD_WARNING_HOURS,
  invalidField,
  UNDO_SECONDS,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { premiumUntil } from '../../billing/index.ts'
import { messagePlaces, moderateMessage } from '../../chat/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { announceHidden } from '../../discovery/index.ts'
import { endSessions, lockAccountForStaff, rememberBan } from '../../identity/index.ts'
import { assertCurrentVersion, assertMayActOn, assertNotInvolved } from '../administration/may-act.ts'
import { noUser, oneUser } from '../administration/read-users.ts'
import { isSomeoneElseLeft } from '../appeals/queries.ts'
import { counts, exceedsHourlyLimit, lockHourlyLimit } from '../approvals/hourly-limit.ts'
import { onePerson, requestApproval } from '../approvals/request-approval.ts'
import {
  applyRestrictions,
  auditDecision,
  closeReports,
  endDecision,
  lockWithSubject,
  noDecision,
  type Deciding,
} from './effects.ts'
import {
  type DecisionRow,
  findDecision,
  findSource,
  findSubject,
  hasLedTo,
  hasOpenBan,
  insertDecision,
  isReportAbout,
  lockDecision,
  reporterOf,
  saveDecision,
  type DecisionHideInput,
} from './queries.ts'
import { canMove, strikeUntil } from './rules.ts'
import { readingOf, statementOf, subjectOf, toDecision } from './statement.ts'
import { findUnopened } from '../evidence/read-evidence.ts'
import { insertWarning } from '../fraud/queries.ts'
import { queueCopies } from '../picture-sweep/picture-sweep.ts'
import { insertRemoved } from '../picture-sweep/queries.ts'
import { Refusal } from '../refusals.ts'
import { assertMayHandle } from '../reports/read-reports.ts'
import { audit, configurationOf } from '../../operations/index.ts'
import { hideContent } from '../../profiles/index.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, hours, later, seconds } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

const lasting = (kind: DecisionDraft['kind']) => kind === 'limit' || kind === 'suspend'
const removing = (kind: DecisionDraft['kind']) => kind === 'suspend' || kind === 'ban'

const hidesProfile = ({ hide }: DecisionDraft) =>
  Boolean(hide?.bio) || Boolean(hide?.prompts) || Boolean(hide?.voice) || (hide?.pictures ?? []).length > 0

export function assertConsistent(input: DecisionDraft, rules: Configuration['rules']): void {
  const { kind, days, hide, fraud, subscription, rule } = input
  if (lasting(kind) && days === undefined) throw invalidField('days', 'Please choose for how long.')
  if (!lasting(kind) && days !== undefined) throw invalidField('days', 'Only a limit or a suspension has a duration.')
  if (kind === 'hide' && !hidesProfile(input) && !hide?.message)
    throw invalidField('hide', 'Please choose what to remove from the profile.')
  if (hide?.message && hidesProfile(input))
    throw invalidField('hide', 'Remove a message and parts of the profile separately.')
  if (hide?.findCopies && (hide.pictures ?? []).length === 0)
    throw invalidField('hide', 'Please choose the photos whose copies you want to find.')
  if (kind !== 'hide' && hide !== undefined) throw invalidField('hide', 'Choose “Remove content” to remove something.')
  if (fraud && !removing(kind)) throw invalidField('fraud', 'Only a suspension or a ban can be for fraud.')
  if (subscription === 'cancel' && !removing(kind))
    throw invalidField('subscription', 'Only a suspension or a ban can end a subscription.')
  if (rule > rules.length) throw invalidField('rule', 'There’s no such rule.')
}

type About = { staffId: string; subjectId: string }

/**
 * Refuses decisions by staff about themselves, based on a report about someone else, or about anyone who is banned or
 * may soon be. Also refuses to repeat a decision on a report, as after a double click.
 */
export async function assertAllowed(db: Db | Tx, { staffId, subjectId }: About, input: DecisionDraft): Promise<void> {
  if (subjectId === staffId) throw new Refusal('own_account')
  if (input.reportId && !(await isReportAbout(db, input.reportId, subjectId))) throw new Refusal('no_report')
  if (input.reportId && (await hasLedTo(db, input.reportId, input.kind)))
    throw new ApiError('conflict', 'This report has already led to this decision.')
  if (await hasOpenBan(db, subjectId))
    throw new ApiError('conflict', 'This user is already banned, or a ban is waiting for approval.')
}

export const MAIL_DELAY = seconds(UNDO_SECONDS)

async function hide(
  work: Deciding,
  { kind, subject_id, report_id }: DecisionRow,
  input: DecisionHideInput | undefined,
): Promise<DecisionRow['hidden']> {
  if (kind !== 'hide' || !input) return {}
  if (input.message) {
    const reader = await reporterOf(work.tx, report_id)
    const [place] = await messagePlaces(work.tx, [input.message], subject_id, reader)
    if (place && (await moderateMessage(work, 'hide', place, subject_id)))
      return { message: place.id, match: place.match_id }
    throw new ApiError('conflict', 'This message is no longer shown.')
  }
  const hidden = await hideContent(work.tx, subject_id, input, work.now)
  if (Object.keys(hidden).length === 0) throw new ApiError('conflict', 'This is no longer on their profile.')
  return hidden
}

/** Puts intimate images and pictures of minors on the watchlist, which finds them wherever someone uploads them. */
async function lookForCopies(work: Deciding, row: DecisionRow, hidden: DecisionRow['hidden']): Promise<void> {
  if (row.category !== 'intimate_image' && row.category !== 'minor') return
  const { pictures = [], message, match } = hidden
  if (pictures.length === 0 && !message) return
  const what = { pictures, ...(message && match && { message: { id: message, match_id: match } }) }
  const added = await insertRemoved(work.tx, { decisionId: row.id, by: row.decided_by, at: work.now, ...what })
  if (added > 0) await audit(work, { action: 'listed-pictures.added', details: { added, decision: row.id } })
}

async function queueStatement(work: Deciding, row: DecisionRow): Promise<string | undefined> {
  const { rules } = await configurationOf({ config: work.config, db: work.tx })
  // Another administrator who approves a decision takes part in it, and can't review it later.
  const by = [row.decided_by, 'id' in work.actor ? work.actor.id : null]
  const stated = { ...row, has_others: await isSomeoneElseLeft(work.tx, row.subject_id, { by }) }
  return queueMail(work, {
    to: row.subject_id,
    kind: 'decided',
    details: { write: (to) => ({ subject: subjectOf(row), lines: statementOf(stated, rules, to) }) },
    delay: MAIL_DELAY,
  })
}

export async function beginDecision(work: Deciding, row: DecisionRow, input?: DecisionHideInput): Promise<DecisionRow> {
  const { tx, now } = work
  if (!canMove(row.state, 'in_force')) throw new ApiError('conflict', 'This has already been decided.')
  const hidden = await hide(work, row, input)
  await lookForCopies(work, row, hidden)
  if (input?.findCopies) await queueCopies(work, row.subject_id, hidden.pictures ?? [])
  const begun = await saveDecision(tx, row.id, {
    state: 'in_force',
    in_force_at: now,
    until: row.days === null ? null : later(now, days(row.days)),
    strike_until: strikeUntil(row.kind, now),
    premium_until: await premiumUntil(tx, row.subject_id),
    hidden: JSON.stringify(hidden),
  })
  await applyRestrictions(tx, row.subject_id, row.kind)
  if (row.kind === 'ban') await rememberBan(work, row.subject_id)
  if (row.kind === 'ban' && row.is_fraud)
    await insertWarning(tx, {
      decision_id: row.id,
      due_at: later(now, hours(FRAUD_WARNING_HOURS)),
      latest_at: later(now, hours(FRAUD_HOLD_HOURS)),
    })
  if (row.kind === 'suspend' || row.kind === 'ban' || row.kind === 'deactivate') {
    await endSessions(work, { accountId: row.subject_id }, 'deactivated')
    await announceHidden(work, row.subject_id)
  }
  return begun
}

/**
 * Applies all consequences of a decision: the state of the account, its sessions, the reports about it, the email and
 * the audit log. The caller has locked the account.
 */
async function putInForce(work: Deciding, row: DecisionRow, input?: DecisionHideInput): Promise<DecisionRow> {
  const begun = await beginDecision(work, row, input)
  const staffId = row.decided_by
  if (staffId === null) throw new Error(`Nobody has made the decision ${row.id}.`)
  await closeReports(work, begun, staffId)
  const mailId = await queueStatement(work, begun)
  await auditDecision(work, begun, {
    action: `decision.${row.kind}`,
    before: row.state,
    actor: asStaff(staffId),
    reason: row.facts,
  })
  return mailId ? saveDecision(work.tx, row.id, { mail_id: mailId }) : begun
}

export async function putApprovedInForce(work: Deciding, id: string, hide?: DecisionHideInput): Promise<void> {
  const subjectId = await findSubject(work.tx, id)
  if (!subjectId || !(await lockAccountForStaff(work.tx, subjectId))) throw new Refusal('no_user')
  const row = await lockDecision(work.tx, id)
  if (!row) throw new ApiError('not_found', 'We couldn’t find this decision.')
  await putInForce(work, row, hide)
}

type Calling = Deps & { caller: Caller }

const saveInput = async (
  { tx, now }: Work,
  { staffId, subjectId }: About,
  input: DecisionInput,
  rules: Configuration['rules'],
): Promise<DecisionRow> =>
  insertDecision(tx, {
    subject_id: subjectId,
    kind: input.kind,
    state: 'waiting',
    ...(await findSource(tx, input.reportId)),
    report_id: input.reportId ?? null,
    rule: input.rule,
    rule_title: rules[input.rule - 1]?.title ?? null,
    category: input.category,
    facts: input.facts,
    days: input.days ?? null,
    is_fraud: input.fraud,
    subscription: input.subscription,
    decided_by: staffId,
    created_at: now,
  })

export async function oneDecision(
  context: Pick<Deps, 'config' | 'db' | 'clock'> & Answering,
  { account }: Viewer,
  id: string,
): Promise<Decision> {
  const row = await findDecision(context.db, id)
  if (!row) throw noDecision()
  return toDecision(row, account, await readingOf(context))
}

const toHideInput = ({ hide }: Pick<DecisionInput, 'hide'>) => ({
  bio: hide?.bio ?? false,
  prompts: hide?.prompts ?? false,
  voice: hide?.voice ?? false,
  pictures: hide?.pictures ?? [],
  message: hide?.message,
  findCopies: hide?.findCopies ?? false,
})

export async function decide(context: Calling, viewer: Viewer, subjectId: string, input: DecisionInput) {
  const staffId = viewer.account.id
  const { rules } = await configurationOf(context)
  assertConsistent(input, rules)
  const id = await unitOfWork(context, asStaff(staffId), async (work) => {
    if (counts(input.kind)) await lockHourlyLimit(work.tx, staffId)
    const user = await lockAccountForStaff(work.tx, subjectId)
    if (!user) throw noUser()
    assertMayActOn(viewer.account, user)
    if (input.reportId) await assertMayHandle(work.tx, viewer.account, input.reportId)
    await assertCurrentVersion(work, subjectId, user.version)
    await assertAllowed(work.tx, { staffId, subjectId }, input)
    if (input.reportId && (await findUnopened(work.tx, staffId, subjectId)).includes(input.reportId))
      throw new ApiError('evidence_unopened', 'Look at the evidence of this report first.')
    await assertNotInvolved(work.tx, staffId, subjectId)
    const row = await saveInput(work, { staffId, subjectId }, input, rules)
    const hide = toHideInput(input)
    const request = { kind: 'decision', decisionId: row.id, targetId: subjectId, change: { hide } } as const
    const isForTwo =
      input.kind === 'ban' ||
      user.is_admin ||
      (counts(input.kind) && (await exceedsHourlyLimit(work, staffId, onePerson(subjectId))))
    const approval = isForTwo && (await requestApproval(work, staffId, request))
    if (!approval) await putInForce(work, row, hide)
    else {
      await auditDecision(work, row, { action: 'decision.requested', before: null, reason: row.facts })
      await applyRestrictions(work.tx, subjectId, 'warn')
    }
    return row.id
  })
  return { decision: await oneDecision(context, viewer, id), user: await oneUser(context, viewer, subjectId) }
}

/** The ban never took effect, so no one is notified. */
export async function declineDecision(work: Deciding, id: string): Promise<void> {
  const row = await lockWithSubject(work, id)
  if (row.state === 'waiting') await endDecision(work, row, { to: 'declined', by: null })
}
