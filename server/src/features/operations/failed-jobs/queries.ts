import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { FAILED } from '../../../infra/jobs.ts'

// The queue of failed jobs is the list: what it holds is what nobody has retried.

export type Row = {
  id: string
  job: string
  data: Record<string, unknown> | null
  error: string | null
  retries: number | null
  times: number
  failed_at: Date
}

const waiting = sql`pgboss.job where name = ${FAILED} and state = 'created'`

/** The newest, or those before one of them. The same failure of the same work is one row, the newest of them. */
export const page = async (db: Db, before: string | undefined, limit: number): Promise<Row[]> =>
  (
    await sql<Row>`select * from (
        select distinct on (source_name, data) id, coalesce(source_name, '') as job, data, source_output->>'message' as error,
          source_retry_count as retries, count(*) over (partition by source_name, data)::int as times, created_on as failed_at
        from ${waiting} order by source_name, data, created_on desc, id desc) f
      where ${before ? sql`(failed_at, id) < (select created_on, id from pgboss.job where name = ${FAILED} and id = ${before})` : sql`true`}
      order by failed_at desc, id desc limit ${limit}`.execute(db)
  ).rows

/** Holds one of them, and forgets the others like it: to do the same work once is enough. */
export async function holdOne(tx: Tx, id: string): Promise<Pick<Row, 'job' | 'data'> | undefined> {
  const { rows } = await sql<Pick<Row, 'job' | 'data'>>`
    select coalesce(source_name, '') as job, data from ${waiting} and id = ${id} for update`.execute(tx)
  if (rows[0])
    await sql`delete from pgboss.job d using pgboss.job one
      where one.name = ${FAILED} and one.id = ${id} and d.name = ${FAILED} and d.state = 'created' and d.id <> one.id
        and d.source_name is not distinct from one.source_name and d.data is not distinct from one.data`.execute(tx)
  return rows[0]
}
