import { ApiError, type Approval } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import { isTaken, type Tx } from '../../../infra/db/db.ts'
import { eachByItself } from '../../../infra/jobs.ts'
import { audit } from '../../operations/index.ts'
import { announce, askToApprove, tellOutcome } from './letters.ts'
import * as queries from './queries.ts'
import { asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'
export type { Row } from './queries.ts'

const DELAY = hours(24)
const EXPIRY = days(7)

type Consequence = {
  apply: (work: Work<'bus' | 'jobs'>, row: queries.Row) => Promise<void>
  /** What has to go when it isn't approved. */
  drop: (work: Work, row: queries.Row) => Promise<void>
}
/** What each kind of request leads to. The rooms that ask for approval say it; they are put together in approved.ts. */
export type Consequences = Record<queries.Kind, Consequence>

type Targets = RawBuilder<{ id: string }>
export type Requirement = 'none' | 'approval' | 'delay'

async function requirement(db: Deps['db'] | Tx, staffId: string, targets: Targets) {
  const others = await queries.otherAdministrators(db, staffId, targets)
  const approvers = others.filter(({ can_approve }) => can_approve).map(({ id }) => id)
  const needs: Requirement = others.length === 0 ? 'none' : approvers.length === 0 ? 'delay' : 'approval'
  return { needs, others: others.map(({ id }) => id), approvers }
}

/** What something that needs approval has to wait for: nothing where there is one administrator only. */
export const requirementFor = async (db: Deps['db'], staffId: string, targets: Targets): Promise<Requirement> =>
  (await requirement(db, staffId, targets)).needs

const targetsOf = ({ target_id, batch_id }: Pick<queries.Row, 'target_id' | 'batch_id'>): Targets =>
  target_id
    ? sql`select ${target_id}::uuid as id`
    : sql`select subject_id as id from batch_items where batch_id = ${batch_id}`

type Request = { kind: 'role'; targetId: string; isAdmin: boolean } | { kind: 'bulk'; batchId: string }

/**
 * Asks for approval in the caller's transaction. Null where there is nobody to ask, since there is one administrator only: the
 * caller goes ahead. Another administrator who can't act, or whom it concerns, can't approve; it takes effect after a day then.
 */
export async function requestApproval(
  work: Work<'config' | 'jobs' | 'keys'>,
  staffId: string,
  request: Request,
): Promise<Approval | null> {
  const { now } = work
  const isRole = request.kind === 'role'
  const targets = targetsOf(
    isRole ? { target_id: request.targetId, batch_id: null } : { target_id: null, batch_id: request.batchId },
  )
  const { needs, others, approvers } = await requirement(work.tx, staffId, targets)
  if (needs === 'none') return null
  const id = await queries.add(work.tx, {
    kind: request.kind,
    ...(isRole ? { target_id: request.targetId, is_admin: request.isAdmin } : { batch_id: request.batchId }),
    requested_by: staffId,
    requested_at: now,
    takes_effect_at: needs === 'delay' ? later(now, DELAY) : null,
    expires_at: later(now, EXPIRY),
  })
  const row = (await queries.one(work.tx, staffId, id))!
  if (isRole) await queries.keepSeen(work.tx, id, row.target_now)
  if (needs === 'approval') await askToApprove(work, row, approvers)
  else {
    const concerned = isRole && request.targetId !== staffId ? [request.targetId] : []
    await announce(work, row, [...new Set([...others, ...concerned])])
  }
  await noted(work, 'approval.requested', row)
  return toApproval(staffId, row)
}

/** A second request for what waits already is refused. */
export const isRequested = (error: unknown): boolean => isTaken(error, 'approvals_one_open_for_role')

const noted = (work: Work, action: string, row: queries.Row, reason?: string) =>
  audit(work, {
    action,
    ...(reason ? { reason } : {}),
    ...(row.target_id ? { subjectId: row.target_id } : {}),
    details: {
      approval: row.id,
      kind: row.kind,
      ...(row.batch_id ? { batch: row.batch_id } : { isAdmin: row.is_admin }),
    },
  })

const iso = (date: Date | null) => date?.toISOString() ?? null

const toApproval = (viewerId: string, row: queries.ListedRow): Approval => ({
  _id: row.id,
  kind: row.kind as queries.Kind,
  target: row.target_id ? { _id: row.target_id, name: row.target ?? '', email: row.target_email } : null,
  isAdmin: row.is_admin,
  batch: row.batch_id ? { _id: row.batch_id, action: row.action ?? '', people: row.people ?? 0 } : null,
  reason: row.reason,
  requestedBy: { _id: row.requested_by, name: row.requester ?? '' },
  requestedAt: row.requested_at.toISOString(),
  takesEffectAt: iso(row.takes_effect_at),
  expiresAt: row.expires_at.toISOString(),
  outcome: row.outcome as Approval['outcome'],
  decidedBy: row.decided_by ? { _id: row.decided_by, name: row.decider ?? '' } : null,
  decidedAt: iso(row.decided_at),
  canDecide: row.outcome === null && row.requested_by !== viewerId && !row.concerns_viewer,
  // Whoever would lose a role has no say; whoever is one of many who are affected may stop it.
  canDecline: row.outcome === null && row.requested_by !== viewerId && (row.kind === 'bulk' || !row.concerns_viewer),
  canWithdraw: row.outcome === null && row.requested_by === viewerId,
})

type Asked = { before?: string | undefined; limit: number; open?: 'true' | undefined }

export async function list({ db }: Pick<Deps, 'db'>, { account }: Viewer, { before, limit, open }: Asked) {
  const rows = await queries.page(db, account.id, { before, limit: limit + 1, open: open === 'true' })
  const shown = rows.slice(0, limit)
  return {
    approvals: shown.map((row) => toApproval(account.id, row)),
    nextBefore: rows.length > limit ? shown.at(-1)!.id : null,
  }
}

/** An open request, locked, as this administrator sees it. */
async function lockOpen({ tx, now }: Work, viewerId: string, id: string) {
  await queries.lock(tx, id)
  const row = await queries.one(tx, viewerId, id)
  if (!row) throw new ApiError('not_found', 'There is no such request.')
  if (row.outcome !== null) throw new ApiError('conflict', 'This request has already been decided.')
  if (row.expires_at <= now) throw new ApiError('conflict', 'This request has expired.')
  return row
}

/** An approver is neither the one who asked nor anyone it concerns, and can act as an administrator. */
export async function approve(context: Deps, { account }: Viewer, id: string, to: Consequences): Promise<Approval> {
  return unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockOpen(work, account.id, id)
    if (!toApproval(account.id, row).canDecide || !(await queries.isActing(work.tx, account.id)))
      throw new ApiError('forbidden', 'Another administrator has to approve this.')
    if (!(await queries.isActing(work.tx, row.requested_by)))
      throw new ApiError('conflict', 'The person who asked for this is no longer an administrator.')
    if (row.target_seen !== null && row.target_seen !== row.target_now)
      throw new ApiError(
        'conflict',
        'Their name or email address has changed since this was requested. Please decline it.',
      )
    await to[row.kind as queries.Kind].apply(work, row)
    await settle(work, row, 'approved', account)
    return toApproval(account.id, (await queries.one(work.tx, account.id, id))!)
  })
}

/** Declines another administrator's request, or withdraws one's own. */
export async function decline(
  context: Deps,
  { account }: Viewer,
  id: string,
  to: Consequences,
  reason?: string,
): Promise<Approval> {
  return unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockOpen(work, account.id, id)
    const { canDecline, canWithdraw } = toApproval(account.id, row)
    if (!canDecline && !canWithdraw) throw new ApiError('forbidden', 'Another administrator has to decide this.')
    await to[row.kind as queries.Kind].drop(work, row)
    await settle(work, row, canWithdraw ? 'withdrawn' : 'declined', account, reason)
    return toApproval(account.id, (await queries.one(work.tx, account.id, id))!)
  })
}

async function settle(
  work: Work<'config' | 'jobs' | 'keys'>,
  row: queries.ListedRow,
  outcome: queries.Outcome,
  by: Viewer['account'] | null,
  reason?: string,
): Promise<void> {
  await queries.decide(work.tx, row.id, outcome, by?.id ?? null, work.now)
  await noted(work, `approval.${outcome}`, row, reason)
  if (outcome !== 'withdrawn')
    await tellOutcome(work, row, { outcome, by: by ? `${by.first_name} ${by.last_name}` : null, reason })
}

/** Each minute: what waited for a day takes effect, what nobody approved expires, and what cannot be done any more is settled. */
export async function applyDue(context: Deps, to: Consequences): Promise<void> {
  await eachByItself(await queries.due(context.db, context.clock.now()), (id) => applyOne(context, id, to))
}

/** Without an outcome given, the one that is due. Where it can't be done any more, that is its outcome. */
async function applyOne(context: Deps, id: string, to: Consequences, given?: 'failed'): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const locked = await queries.lock(work.tx, id)
    if (!locked || locked.outcome !== null) return
    const row = (await queries.one(work.tx, locked.requested_by, id))!
    const outcome = given ?? (await outcomeOf(work, row))
    if (!outcome) return
    const { apply, drop } = to[row.kind as queries.Kind]
    await (outcome === 'automatic' ? apply(work, row) : drop(work, row))
    await settle(work, row, outcome, null)
  }).catch((error: unknown) => {
    if (given || !(error instanceof ApiError)) throw error
    return applyOne(context, id, to, 'failed')
  })
}

/** Nothing where somebody can approve it by now, who couldn't when it was asked for: they are asked instead. */
async function outcomeOf(
  work: Work<'config' | 'jobs' | 'keys'>,
  row: queries.ListedRow,
): Promise<'automatic' | 'expired' | 'failed' | undefined> {
  if (!(await queries.isActing(work.tx, row.requested_by))) return 'failed'
  if (row.expires_at <= work.now) return 'expired'
  if (row.target_seen !== null && row.target_seen !== row.target_now) return 'failed'
  const { approvers } = await requirement(work.tx, row.requested_by, targetsOf(row))
  if (approvers.length === 0) return 'automatic'
  await queries.waitForApproval(work.tx, row.id)
  await askToApprove(work, row, approvers)
  return undefined
}
