import type { Deps } from '../../../deps.ts'
import { findFailedJobs } from './failed-jobs.sql.ts'
import { toFailedJob } from './to-failed-job.ts'

export async function listFailedJobs({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await findFailedJobs(db, before, limit + 1)
  const jobs = rows.slice(0, limit).map(toFailedJob)
  return { jobs, nextBefore: rows.length > limit ? (jobs.at(-1)?._id ?? null) : null }
}
