import type { ReportDetail, ReportStatus } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

type Pair = { reporter: string; about: string; messageId: string | null; isOpen: boolean }

/**
 * Returns undefined if the report has only one person, or if one is erased. In a rule's report, the second person is
 * the reader of the found message.
 */
export async function findPair(db: Db, reportId: string): Promise<Pair | undefined> {
  const { rows } = await sql<Pair>`
    select b.id as reporter, r.about_id as about, r.message_id as "messageId",
      r.status in ('pending', 'in_progress') as "isOpen"
    from reports r join identity_people a on a.id = r.about_id and a.state <> 'erased'
      join identity_people b on b.state <> 'erased' and b.id = case when r.detection is null then r.reporter_id
        else (select e.reporter_id from evidence e
          where e.report_id = r.id and e.reporter_id is not null order by e.place limit 1) end
    where r.id = ${reportId} and b.id <> r.about_id`.execute(db)
  return rows[0]
}

export const reportExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('reports').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

type PairReport = { id: string; type: string; detail: ReportDetail | null; status: ReportStatus; at: string }
type PersonRow = { name: string; has_blocked: boolean; reports: PairReport[] }

const MOST_LISTED = 20

type Between = { one: string; other: string; reportId: string; only: RawBuilder<boolean> }

export async function findPerson(db: Db, { one, other, reportId, only }: Between): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    select p.full_name as name,
      exists (select from discovery_blocks b
        where b.one_id = ${one} and b.other_id = ${other} and b.blocker_id = ${one}) as has_blocked,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'type', r.problem_type, 'detail', r.detail,
          'status', r.status,
          'at', r.created_at) order by r.created_at desc)
        from (select * from reports r
          where reporter_id = ${one} and about_id = ${other} and id <> ${reportId} and ${only}
          order by created_at desc limit ${MOST_LISTED}) r), '[]') as reports
    from identity_people p where p.id = ${one}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no person ${one}.`)
  return row
}

type PairMatch = { created_at: Date; ended_at: Date | null; last_seq: number }

export const findPairMatch = async (db: Db, one: string, other: string): Promise<PairMatch | undefined> =>
  (
    await sql<PairMatch>`select created_at, ended_at, last_seq from matching_matches
      where a_id = least(${one}::uuid, ${other}::uuid) and b_id = greatest(${one}::uuid, ${other}::uuid)`.execute(db)
  ).rows[0]
