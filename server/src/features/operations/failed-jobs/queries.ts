import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { placeOf, timeAndId } from '../../../infra/db/row-place.ts'
import { FAILED } from '../../../infra/jobs.ts'

// The list is the dead letter queue itself: it contains the jobs that no one has retried.

export type FailedJobRow = {
  id: string
  job: string
  data: Record<string, unknown> | null
  error: string | null
  retries: number | null
  times: number
  failed_at: Date
  place: string
}

/** Ignores the trace of the request that added a job, because it differs between jobs that are the same. */
const about = (job: string) => sql`${sql.ref(`${job}.data`)} - 'traceparent'`

const waiting = sql`pgboss.job w where name = ${FAILED} and state = 'created'`

/** Newest first. Failures of one job with the same data are merged into the newest of them. */
export async function findFailedJobs(db: Db, before: string | undefined, limit: number): Promise<FailedJobRow[]> {
  const isBefore = before ? sql`(failed_at, id) < ${timeAndId(before)}` : sql`true`
  const { rows } = await sql<FailedJobRow>`select f.*, ${placeOf(sql`failed_at`, sql`id`)} as place from (
      select distinct on (source_name, ${about('w')}) id, coalesce(source_name, '') as job, ${about('w')} as data,
        source_output->>'message' as error, source_retry_count as retries,
        count(*) over (partition by source_name, ${about('w')})::int as times, created_on as failed_at
      from ${waiting} order by source_name, ${about('w')}, created_on desc, id desc) f
    where ${isBefore} order by failed_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export async function countFailedJobs(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select distinct source_name, ${about('w')} from ${waiting} limit ${most}) f`.execute(db)
  return rows[0]?.count ?? 0
}

export async function lockFailedJob(tx: Tx, id: string): Promise<{ job: string } | undefined> {
  const { rows } = await sql<{ job: string }>`
    select coalesce(source_name, '') as job from ${waiting} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** One retry covers all failures of the same job with the same data. */
export const deleteDuplicates = (tx: Tx, id: string) =>
  sql`delete from pgboss.job d using pgboss.job one
    where one.name = ${FAILED} and one.id = ${id} and d.name = ${FAILED} and d.state = 'created' and d.id <> one.id
      and d.source_name is not distinct from one.source_name 
      and ${about('d')} is not distinct from ${about('one')}`.execute(tx)
