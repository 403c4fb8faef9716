import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hasRightInSql } from '../../../infra/staff.ts'

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

type Taking = { by: readonly (string | null)[]; /** How many of the others will take part, too. */ more?: number }

/** Someone else could decide an appeal against a decision of these staff about someone. */
export async function isSomeoneElseLeft(db: Db | Tx, subjectId: string, { by, more = 0 }: Taking): Promise<boolean> {
  const deciders = sql`select id from unnest(${by}::uuid[]) t(id)`
  const { rows } = await sql`${others(sql`${subjectId}::uuid`, deciders)} limit ${more + 1}`.execute(db)
  return rows.length > more
}
