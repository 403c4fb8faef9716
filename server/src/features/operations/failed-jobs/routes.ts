import type { failedJobs } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { retryFailedJob } from './retry-failed-job.ts'

export const failedJobHandlers: Handlers<typeof failedJobs> = {
  listFailedJobs: async (context, { query }) => ({ data: await listFailedJobs(context, query.before, query.limit) }),
  retryFailedJob: async (context, { params }) => {
    await retryFailedJob(context, context.viewer, params.id)
    return { done: true }
  },
}
