import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

type NewChange = {
  report_id: string
  actor_id: string | null
  at: Date
  what: string
  before: string | null
  after: string | null
  reason: string | null
}

export const insertChange = (tx: Tx, change: NewChange) => tx.insertInto('report_history').values(change).execute()

type ChangeRow = {
  id: string
  name: string | null
  at: Date
  what: string
  before: string | null
  after: string | null
  reason: string | null
}

export async function findHistory(db: Db, reportId: string): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select h.id, a.full_name as name, h.at, h.what, h.before, h.after, h.reason
    from report_history h left join identity_people a on a.id = h.actor_id
    where h.report_id = ${reportId} order by h.id`.execute(db)
  return rows
}

export async function findLastChanger(db: Db | Tx, reportId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select a.full_name as name from report_history h left join identity_people a on a.id = h.actor_id
    where h.report_id = ${reportId} order by h.id desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}

export async function wasMovedSince(tx: Tx, id: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from report_history
    where report_id = ${id} and what = 'status' and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}
