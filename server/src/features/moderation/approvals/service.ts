import { ApiError, type Approval } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import { isTaken, transaction, type Tx } from '../../../infra/db/db.ts'
import { eachByItself } from '../../../infra/jobs.ts'
import { audit } from '../../operations/index.ts'
import { announce, askToApprove, tellOutcome } from './letters.ts'
import * as queries from './queries.ts'

export { personalData } from './personal-data.ts'
export type { Row } from './queries.ts'

const DELAY = hours(24)
const EXPIRY = days(7)

type AfterCommit = (effect: () => void) => void
type Consequence = {
  apply: (tx: Tx, context: Deps, row: queries.Row, afterCommit: AfterCommit) => Promise<void>
  /** What has to go when it isn't approved. */
  drop: (tx: Tx, context: Deps, row: queries.Row) => Promise<void>
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
  tx: Tx,
  context: Deps,
  staffId: string,
  request: Request,
): Promise<Approval | null> {
  const now = context.clock.now()
  const isRole = request.kind === 'role'
  const targets = targetsOf(
    isRole ? { target_id: request.targetId, batch_id: null } : { target_id: null, batch_id: request.batchId },
  )
  const { needs, others, approvers } = await requirement(tx, staffId, targets)
  if (needs === 'none') return null
  const id = await queries.add(tx, {
    kind: request.kind,
    ...(isRole ? { target_id: request.targetId, is_admin: request.isAdmin } : { batch_id: request.batchId }),
    requested_by: staffId,
    requested_at: now,
    takes_effect_at: needs === 'delay' ? later(now, DELAY) : null,
    expires_at: later(now, EXPIRY),
  })
  const row = (await queries.one(tx, staffId, id))!
  if (isRole) await queries.keepSeen(tx, id, row.target_now)
  if (needs === 'approval') await askToApprove(tx, context, row, approvers)
  else {
    const concerned = isRole && request.targetId !== staffId ? [request.targetId] : []
    await announce(tx, context, row, [...new Set([...others, ...concerned])])
  }
  await noted(tx, context, staffId, 'approval.requested', row)
  return toApproval(staffId, row)
}

/** A second request for what waits already is refused. */
export const isRequested = (error: unknown): boolean => isTaken(error, 'approvals_one_open_for_role')

const noted = (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  by: string | null,
  action: string,
  row: queries.Row,
  reason?: string,
) =>
  audit(tx, {
    at: clock.now(),
    actor: by ? { kind: 'administrator', id: by } : { kind: 'system' },
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
async function lockOpen(tx: Tx, { clock }: Pick<Deps, 'clock'>, viewerId: string, id: string) {
  await queries.lock(tx, id)
  const row = await queries.one(tx, viewerId, id)
  if (!row) throw new ApiError('not_found', 'There is no such request.')
  if (row.outcome !== null) throw new ApiError('conflict', 'This request has already been decided.')
  if (row.expires_at <= clock.now()) throw new ApiError('conflict', 'This request has expired.')
  return row
}

/** An approver is neither the one who asked nor anyone it concerns, and can act as an administrator. */
export async function approve(context: Deps, { account }: Viewer, id: string, to: Consequences): Promise<Approval> {
  return transaction(context.db, async (tx, afterCommit) => {
    const row = await lockOpen(tx, context, account.id, id)
    if (!toApproval(account.id, row).canDecide || !(await queries.isActing(tx, account.id)))
      throw new ApiError('forbidden', 'Another administrator has to approve this.')
    if (!(await queries.isActing(tx, row.requested_by)))
      throw new ApiError('conflict', 'The person who asked for this is no longer an administrator.')
    if (row.target_seen !== null && row.target_seen !== row.target_now)
      throw new ApiError(
        'conflict',
        'Their name or email address has changed since this was requested. Please decline it.',
      )
    await to[row.kind as queries.Kind].apply(tx, context, row, afterCommit)
    await settle(tx, context, row, 'approved', account)
    return toApproval(account.id, (await queries.one(tx, account.id, id))!)
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
  return transaction(context.db, async (tx) => {
    const row = await lockOpen(tx, context, account.id, id)
    const { canDecline, canWithdraw } = toApproval(account.id, row)
    if (!canDecline && !canWithdraw) throw new ApiError('forbidden', 'Another administrator has to decide this.')
    await to[row.kind as queries.Kind].drop(tx, context, row)
    await settle(tx, context, row, canWithdraw ? 'withdrawn' : 'declined', account, reason)
    return toApproval(account.id, (await queries.one(tx, account.id, id))!)
  })
}

async function settle(
  tx: Tx,
  context: Deps,
  row: queries.ListedRow,
  outcome: queries.Outcome,
  by: Viewer['account'] | null,
  reason?: string,
): Promise<void> {
  await queries.decide(tx, row.id, outcome, by?.id ?? null, context.clock.now())
  await noted(tx, context, by?.id ?? null, `approval.${outcome}`, row, reason)
  if (outcome !== 'withdrawn')
    await tellOutcome(tx, context, row, { outcome, by: by ? `${by.first_name} ${by.last_name}` : null, reason })
}

/** Each minute: what waited for a day takes effect, what nobody approved expires, and what cannot be done any more is settled. */
export async function applyDue(context: Deps, to: Consequences): Promise<void> {
  await eachByItself(await queries.due(context.db, context.clock.now()), (id) => applyOne(context, id, to))
}

/** Without an outcome given, the one that is due. Where it can't be done any more, that is its outcome. */
async function applyOne(context: Deps, id: string, to: Consequences, given?: 'failed'): Promise<void> {
  const work = async (tx: Tx, afterCommit: AfterCommit) => {
    const locked = await queries.lock(tx, id)
    if (!locked || locked.outcome !== null) return
    const row = (await queries.one(tx, locked.requested_by, id))!
    const outcome = given ?? (await outcomeOf(tx, context, row))
    if (!outcome) return
    const { apply, drop } = to[row.kind as queries.Kind]
    if (outcome === 'automatic') await apply(tx, context, row, afterCommit)
    else await drop(tx, context, row)
    await settle(tx, context, row, outcome, null)
  }
  await transaction(context.db, work).catch((error: unknown) => {
    if (given || !(error instanceof ApiError)) throw error
    return applyOne(context, id, to, 'failed')
  })
}

/** Nothing where somebody can approve it by now, who couldn't when it was asked for: they are asked instead. */
async function outcomeOf(
  tx: Tx,
  context: Deps,
  row: queries.ListedRow,
): Promise<'automatic' | 'expired' | 'failed' | undefined> {
  if (!(await queries.isActing(tx, row.requested_by))) return 'failed'
  if (row.expires_at <= context.clock.now()) return 'expired'
  if (row.target_seen !== null && row.target_seen !== row.target_now) return 'failed'
  const { approvers } = await requirement(tx, row.requested_by, targetsOf(row))
  if (approvers.length === 0) return 'automatic'
  await queries.waitForApproval(tx, row.id)
  await askToApprove(tx, context, row, approvers)
  return undefined
}
