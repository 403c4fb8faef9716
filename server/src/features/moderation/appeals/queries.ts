import type { AppealState, DecisionKind, ReportStatus } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hasRightInSql } from '../../../infra/staff.ts'
import { type CasePage, casesIn, countOpen, orderOf } from '../cases.ts'

export const decidersOfDecision = (id: RawBuilder<unknown>) => sql`
  select decided_by as id from decisions where id = ${id}
  union select approved.decided_by from approvals approved
  where approved.decision_id = ${id} and approved.outcome = 'approved'`

/** Staff who could decide an appeal: they can act, took no part in the decision, and aren't the appellant. */
const others = (appellant: RawBuilder<unknown>, deciders: RawBuilder<unknown>) => sql`
  select o.id from identity_people o
  where ${hasRightInSql('o', 'decide')} and o.state in ('active', 'paused') and o.id <> ${appellant}
    and (o.is_admin or not exists (
      select from identity_people s where s.id = ${appellant} and (s.is_admin or s.staff_role is not null)))
    and o.id not in (select t.id from (${deciders}) t where t.id is not null)`

export const hasOthers = (appellant: RawBuilder<unknown>, deciders: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (${others(appellant, deciders)})`

type Taking = {
  by: readonly (string | null)[]
  /** The number of other staff who will also take part. */
  more?: number
}

/** Returns true if someone other than these staff could decide an appeal against their decision. */
export async function isSomeoneElseLeft(db: Db | Tx, subjectId: string, { by, more = 0 }: Taking): Promise<boolean> {
  const deciders = sql`select id from unnest(${by}::uuid[]) t(id)`
  const { rows } = await sql`${others(sql`${subjectId}::uuid`, deciders)} limit ${more + 1}`.execute(db)
  return rows.length > more
}

export type AppealRow = {
  id: string
  version: number
  decision_id: string | null
  report_id: string | null
  account_id: string
  state: AppealState
  created_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  is_same_person: boolean
  appellant: string | null
  decider: string | null
  subject_id: string | null
  subject: string | null
  kind: DecisionKind | null
  facts: string | null
  in_force_at: Date | null
  decision_report: string | null
  problem_type: string | null
  description: string | null
  status: ReportStatus | null
  deciders: { id: string; name: string | null }[]
  has_others: boolean
}

const deciders = sql`(
  ${decidersOfDecision(sql.ref('a.decision_id'))}
  union select actor_id from (select actor_id from report_history h where h.report_id = a.report_id
    and h.what = 'status' and h.after in ('resolved', 'closed', 'rejected') order by h.id desc limit 1) closed)`

const withDetails = (appeals: RawBuilder<unknown>, isOpen = false) => sql<AppealRow>`
  select a.*, p.full_name as appellant, b.full_name as decider, d.subject_id, s.full_name as subject, d.kind, d.facts,
    d.in_force_at, d.report_id as decision_report, r.problem_type, r.description, r.status,
    coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', n.full_name)) from ${deciders} t
      left join identity_people n on n.id = t.id where t.id is not null), '[]') as deciders,
    ${hasOthers(sql.ref('a.account_id'), deciders)} as has_others
  from (${appeals}) a left join decisions d on d.id = a.decision_id left join reports r on r.id = a.report_id
    left join identity_people p on p.id = a.account_id left join identity_people b on b.id = a.decided_by
    left join identity_people s on s.id = d.subject_id
  order by ${orderOf('appeals', isOpen, 'a')}`

export const findAppeal = async (db: Db | Tx, id: string): Promise<AppealRow | undefined> =>
  (await withDetails(sql`select * from appeals where id = ${id}`).execute(db)).rows[0]

const isAbout = (only: RawBuilder<boolean>) =>
  sql<boolean>`(report_id is null or exists (select from reports r where r.id = report_id and ${only}))`

type Page = CasePage & { only: RawBuilder<boolean> }

export const findAppeals = async (db: Db, { only, ...page }: Page): Promise<AppealRow[]> =>
  (await withDetails(casesIn('appeals', page, isAbout(only)), page.isOpen).execute(db)).rows

export const findAppealsBy = async (db: Db, accountId: string): Promise<AppealRow[]> =>
  (
    await withDetails(
      sql`select * from appeals where account_id = ${accountId} order by created_at desc, id desc limit 100`,
    ).execute(db)
  ).rows

/** Deletes the open appeals against an undone decision and against the closing of its reports. */
export const dropOpenAppeals = (tx: Tx, decisionId: string) =>
  sql`delete from appeals where state = 'open' and (decision_id = ${decisionId}
    or report_id in (select report_id from decision_reports where decision_id = ${decisionId}))`.execute(tx)

export const countOpenAppeals = (db: Db, most: number, only: RawBuilder<boolean>): Promise<number> =>
  countOpen(db, 'appeals', most, isAbout(only))

type NewAppeal = { decision_id?: string; report_id?: string; account_id: string; created_at: Date }

export const insertAppeal = async (tx: Tx, appeal: NewAppeal): Promise<string> =>
  (await tx.insertInto('appeals').values(appeal).returning('id').executeTakeFirstOrThrow()).id

type Outcome = {
  state: 'upheld' | 'overturned'
  decided_by: string
  decided_at: Date
  reason: string
  is_same_person: boolean
}

export const saveOutcome = (tx: Tx, id: string, outcome: Outcome) =>
  tx
    .updateTable('appeals')
    .set((eb) => ({ ...outcome, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const findEndOfReport = async (tx: Tx, id: string): Promise<Date | undefined> =>
  (
    await sql<{ closed_at: Date }>`select closed_at from reports where id = ${id}
      and status in ('resolved', 'closed', 'rejected') and closed_at is not null`.execute(tx)
  ).rows[0]?.closed_at

export type AppealMessageRow = {
  id: string
  appeal_id: string
  by_staff: boolean
  author: string | null
  message: string
  at: Date
}

export async function findAppealMessages(db: Db | Tx, appealIds: readonly string[]): Promise<AppealMessageRow[]> {
  const { rows } = await sql<AppealMessageRow>`
    select m.id, m.appeal_id, m.by_staff, p.full_name as author, m.message, m.at
    from appeal_messages m left join identity_people p on p.id = m.author_id
    where m.appeal_id = any(${appealIds}::uuid[]) order by m.id`.execute(db)
  return rows
}

type NewMessage = { appeal_id: string; author_id: string; by_staff: boolean; message: string; at: Date }

/** The new version makes the server refuse decisions by staff who haven't seen the message. */
export async function insertAppealMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('appeal_messages').values(message).execute()
  await tx
    .updateTable('appeals')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', message.appeal_id)
    .execute()
}
