import { ApiError, type FailedJob, type failedJobs } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { Deps } from '../../../deps.ts'
import { deleteDuplicates, type FailedJobRow, findFailedJobs, lockFailedJob } from './queries.ts'
import type { Viewer } from '../../../http/session.ts'
import { audit } from '../audit/audit.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

const retryFailedJob = (context: Deps, { account }: Viewer, id: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const failed = await lockFailedJob(work.tx, id)
    if (failed) await deleteDuplicates(work.tx, id)
    if (!failed || !(await work.jobs.retry(work.tx, id)))
      throw new ApiError('not_found', 'We couldn’t find this failed job.')
    await audit(work, { action: 'job.retried', details: { job: failed.job } })
  })

const toFailedJob = ({ id, job, data, error, retries, times, failed_at }: FailedJobRow): FailedJob => ({
  _id: id,
  job,
  about: Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, String(value)])),
  error,
  tries: (retries ?? 0) + 1,
  times,
  failedAt: failed_at.toISOString(),
})

async function listFailedJobs({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await findFailedJobs(db, before, limit + 1)
  const jobs = rows.slice(0, limit).map(toFailedJob)
  return { jobs, nextBefore: rows.length > limit ? (rows[limit - 1]?.place ?? null) : null }
}

export const failedJobHandlers: Handlers<typeof failedJobs> = {
  listFailedJobs: async (context, { query }) => ({ data: await listFailedJobs(context, query.before, query.limit) }),
  retryFailedJob: async (context, { params }) => {
    await retryFailedJob(context, context.viewer, params.id)
    return { done: true }
  },
}
