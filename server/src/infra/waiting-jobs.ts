import { sql } from 'kysely'
import type { Db } from './db/db.ts'
import { FAILED } from './jobs.ts'

export type WaitingJobs = { job: string; count: number; seconds: number }

export async function waitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as job, count(*)::int as count,
      extract(epoch from clock_timestamp() - min(start_after))::float as seconds
    from pgboss.job
    where state in ('created', 'retry') and start_after <= clock_timestamp() and name <> ${FAILED}
      and name not like '\\_\\_pgboss%'
    group by name order by seconds desc`.execute(db)
  return rows
}

export async function failedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${FAILED} and state = 'created'`.execute(db)
  return rows[0]?.count ?? 0
}
