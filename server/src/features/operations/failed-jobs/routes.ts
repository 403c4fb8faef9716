import { ApiError, type FailedJob, type failedJobs } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { audit } from '../audit/service.ts'
import * as queries from './queries.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

const toFailedJob = ({ id, job, data, error, retries, times, failed_at }: queries.Row): FailedJob => ({
  _id: id,
  job,
  about: Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, String(value)])),
  error,
  tries: (retries ?? 0) + 1,
  times,
  failedAt: failed_at.toISOString(),
})

export const failedJobHandlers: Handlers<typeof failedJobs> = {
  listFailedJobs: async ({ db }, { query: { before, limit } }) => {
    const rows = await queries.page(db, before, limit + 1)
    const jobs = rows.slice(0, limit).map(toFailedJob)
    return { data: { jobs, nextBefore: rows.length > limit ? jobs.at(-1)!._id : null } }
  },
  retryFailedJob: async (context, { params: { id } }) => {
    await unitOfWork(context, asStaff(context.viewer.account.id), async (work) => {
      const held = await queries.holdOne(work.tx, id)
      if (!held || !(await work.jobs.retry(work.tx, id)))
        throw new ApiError('not_found', 'There is no such failed job.')
      await audit(work, {
        action: 'job.retried',
        details: { job: held.job },
      })
    })
    return { done: true }
  },
}
