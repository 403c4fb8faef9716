import type { AccountAction, Approval, DecisionKind, UserEdit } from '@kindred/contract'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { judgeOf, waitsFor } from '../blind-reviews/queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Approvals } from '../../../infra/db/schema.ts'
import { hasRightInSql, type RoleColumns, roleOf } from '../../../infra/staff.ts'
import type { DecisionHideInput } from '../decisions/queries.ts'

export type ChangeDetails = {
  reason?: string | null
  subscription?: 'keep' | 'cancel'
  decision?: string
  edit?: UserEdit
  fields?: Record<string, { before: string | null; after: string | null }>
  hide?: DecisionHideInput
}

export type Outcome = NonNullable<Approval['outcome']>

type Narrowed = Pick<Approval, 'kind' | 'outcome'> & { change: ChangeDetails | null }
export type ApprovalRow = Omit<Selectable<Approvals>, keyof Narrowed | 'account_action'> &
  Narrowed & {
    account_action: AccountAction | null
    target: string | null
    target_email: string | null
    requester: string | null
    decider: string | null
    action: string | null
    reason: string | null
    rule_title: string | null
    facts: string | null
    decision_kind: DecisionKind | null
    decision_version: number | null
    decision_report: string | null
    is_fraud: boolean | null
    /** Set while the decision applies and its email is delayed. */
    began_at: Date | null
    people: number | null
    concerns_viewer: boolean
    /** The viewer was an administrator when the request was made. */
    is_objector: boolean
    /** The viewer and the requester count as two people. */
    may_approve: boolean
    target_now: string
  }

export type Targets = RawBuilder<{ id: string }>

/**
 * A condition that someone counts as the second person of a request. An administrator whose role or return took effect
 * only because the wait ended doesn't count while an administrator who could have objected remains. Otherwise, an
 * administrator whose colleague is away could get a second account that approves or requests everything.
 */
const countsAsSecond = (row: string) => sql<boolean>`not exists (
  select from approvals p join identity_people x on x.id = any(p.objector_ids)
  where p.target_id = ${sql.ref(`${row}.id`)} and p.outcome = 'automatic'
    and (p.kind = 'role' and p.is_admin or p.account_action in ('activate', 'lift'))
    and x.is_admin and x.state <> 'erased' and x.id <> p.target_id
    and not exists (select from approvals q where q.target_id = p.target_id and q.kind = 'role' and q.is_admin
      and q.outcome = 'approved' and q.decided_at > p.decided_at))`

/**
 * Includes administrators who can't act now. Otherwise, an administrator could avoid approval by deactivating the
 * others.
 */
export async function findOtherAdministrators(db: Db | Tx, staffId: string, targets: Targets) {
  const { rows } = await sql<{ id: string; is_concerned: boolean; can_approve: boolean }>`
    select o.id, c.is_concerned,
      o.can_administer and not c.is_concerned and ${countsAsSecond('o')} and c.is_counted as can_approve
    from identity_people o cross join lateral (
      select o.id in (select t.id from (${targets}) t where t.id is not null) as is_concerned,
        not exists (
          select from identity_people r where r.id = ${staffId} and not ${countsAsSecond('r')}) as is_counted) c
    where o.is_admin and o.state <> 'erased' and o.id <> ${staffId}`.execute(db)
  return rows
}

export async function concernsAdministrator(db: Db | Tx, staffId: string, targets: Targets): Promise<boolean> {
  const { rows } = await sql`select from (${targets}) t join identity_people o on o.id = t.id
    where o.is_admin and o.id <> ${staffId} limit 1`.execute(db)
  return rows.length > 0
}

/** `is_admin` takes precedence over `staff_role`. */
export const requestedRole = ({ is_admin, staff_role }: Pick<ApprovalRow, 'is_admin' | 'staff_role'>) =>
  roleOf({ is_admin: is_admin ?? false, staff_role })

/** Administrators may request anything; other staff with the right to decide, decisions and deactivations. */
const mayRequest = (row: string) => sql<boolean>`exists (select from identity_people r
  where r.id = ${sql.ref(`${row}.requested_by`)} and (r.can_administer
    or (${sql.ref(`${row}.kind`)} = 'decision' or ${sql.ref(`${row}.account_action`)} = 'deactivate')
    and r.state in ('active', 'paused') and r.email_verified_at is not null and ${hasRightInSql('r', 'decide')}))`

export const isRequesterEntitled = async (tx: Tx, approvalId: string): Promise<boolean> =>
  (await sql`select from approvals p where p.id = ${approvalId} and ${mayRequest('p')}`.execute(tx)).rows.length > 0

export const canAdminister = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await sql`select from identity_people where id = ${accountId} and can_administer`.execute(tx)).rows.length > 0

export const insertApproval = async (tx: Tx, values: Insertable<Approvals>): Promise<string> =>
  (await tx.insertInto('approvals').values(values).returning('id').executeTakeFirstOrThrow()).id

const withDetails = (viewerId: string, rows: RawBuilder<unknown>) => sql<ApprovalRow>`
  select p.*, t.full_name as target, r.full_name as requester,
    d.full_name as decider, t.email as target_email,
    encode(sha256(convert_to(concat_ws(' ', p.id, t.first_name, t.last_name, t.email), 'UTF8')), 'hex') as target_now,
    b.action, coalesce(b.reason, p.change ->> 'reason') as reason, c.rule_title, c.facts, c.kind as decision_kind,
    c.version as decision_version, c.report_id as decision_report, c.is_fraud,
    case when c.state = 'in_force' and c.settled_at is null then c.in_force_at end as began_at,
    ${viewerId} = any(p.objector_ids) as is_objector,
    coalesce((select ${countsAsSecond('o')} from identity_people o where o.id = ${viewerId}), false)
      and ${countsAsSecond('r')} as may_approve,
    (select count(*)::int from batch_items where batch_id = p.batch_id) as people,
    coalesce(p.target_id = ${viewerId}, false)
      or exists (select from batch_items where batch_id = p.batch_id and subject_id = ${viewerId}) as concerns_viewer
  from (${rows}) p left join batches b on b.id = p.batch_id
    left join decisions c on c.id = p.decision_id left join identity_people t on t.id = p.target_id
    left join identity_people r on r.id = p.requested_by left join identity_people d on d.id = p.decided_by
  order by p.requested_at desc, p.id desc`

type Page = { before: string | undefined; limit: number; isOpen: boolean }

/** Newest first, without requests for decisions that the viewer may have to review blindly. */
export async function findApprovals(
  db: Db,
  viewer: { id: string } & RoleColumns,
  { before, limit, isOpen }: Page,
): Promise<ApprovalRow[]> {
  const isBefore = before
    ? sql`(requested_at, id) < (select requested_at, id from approvals where id = ${before})`
    : sql`true`
  const rows = sql`select * from approvals
    where ${isBefore} and ${isOpen ? sql`outcome is null` : sql`true`}
      and not ${waitsFor(judgeOf(viewer), sql.ref('approvals.decision_id'))}
    order by requested_at desc, id desc limit ${limit}`
  return (await withDetails(viewer.id, rows).execute(db)).rows
}

const MOST_LISTED = 100

export async function findObjectionable(db: Db, viewerId: string, now: Date): Promise<ApprovalRow[]> {
  const rows = sql`select * from approvals
    where ${viewerId} = any(objector_ids) and outcome is null and expires_at > ${now}
    order by requested_at desc, id desc limit ${MOST_LISTED}`
  return (await withDetails(viewerId, rows).execute(db)).rows
}

export const findApproval = async (db: Db | Tx, viewerId: string, id: string): Promise<ApprovalRow | undefined> =>
  (await withDetails(viewerId, sql`select * from approvals where id = ${id}`).execute(db)).rows[0]

export const findApprovalOf = async (tx: Tx, decisionId: string): Promise<string | undefined> =>
  (await tx.selectFrom('approvals').select('id').where('decision_id', '=', decisionId).executeTakeFirst())?.id

/** What a waiting decision removes. Null if it removes nothing, undefined if it isn't waiting. */
export const findHideInput = async (db: Db, decisionId: string): Promise<DecisionHideInput | null | undefined> =>
  (
    await sql<{ hide: DecisionHideInput | null }>`select change -> 'hide' as hide from approvals
      where decision_id = ${decisionId} and outcome is null`.execute(db)
  ).rows[0]?.hide

export const wasApproved = async (tx: Tx, decisionId: string): Promise<boolean> =>
  (await tx
    .selectFrom('approvals')
    .select('id')
    .where('decision_id', '=', decisionId)
    .where('outcome', '=', 'approved')
    .executeTakeFirst()) !== undefined

/** The lock makes sure that a request is decided only once. */
export const lockApproval = (tx: Tx, id: string) =>
  tx.selectFrom('approvals').select(['requested_by', 'outcome']).where('id', '=', id).forUpdate().executeTakeFirst()

export const saveDecision = (tx: Tx, id: string, outcome: Outcome, decidedBy: string | null, decidedAt: Date) =>
  tx
    .updateTable('approvals')
    // The details of a change are in the audit log from now on.
    .set({ outcome, decided_by: decidedBy, decided_at: decidedAt, change: null })
    .where('id', '=', id)
    .execute()

/** Open requests that take effect or expire now, and those whose requester may no longer make them. */
export async function findDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from approvals p where p.outcome is null and (p.takes_effect_at <= ${now} or p.expires_at <= ${now}
      or not ${mayRequest('p')})`.execute(db)
  return rows.map(({ id }) => id)
}

export const clearTakesEffect = (tx: Tx, id: string) =>
  tx.updateTable('approvals').set({ takes_effect_at: null }).where('id', '=', id).execute()

export const saveTargetSeen = (tx: Tx, id: string, digest: string) =>
  tx.updateTable('approvals').set({ target_seen: digest }).where('id', '=', id).execute()
