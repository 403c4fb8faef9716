import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, rowPlace, shown, wholeNumber } from '../text.ts'

/** A job whose last retry failed. Repeated failures of the same job form one entry. */
export const FailedJob = z.strictObject({
  _id: id,
  job: shown,
  about: z.record(shown, shown),
  error: z.nullable(shown),
  /** The number of attempts in the last run. */
  tries: z.number(),
  /** The number of runs that used up all attempts. */
  times: z.number(),
  failedAt: instant,
})
export type FailedJob = z.infer<typeof FailedJob>

export const failedJobs = defineRoutes({
  listFailedJobs: {
    method: 'GET',
    path: '/admin/failed-jobs',
    access: 'staff:system',
    summary: 'List background jobs that failed every time, newest first',
    query: z.strictObject({ before: z.optional(rowPlace), limit: z._default(wholeNumber(1, 100), 20) }),
    returns: dataOf({ jobs: z.array(FailedJob), nextBefore: z.nullable(rowPlace) }),
  },
  retryFailedJob: {
    method: 'POST',
    path: '/admin/failed-jobs/:id/retry',
    access: 'staff:system',
    summary: 'Retry a failed job',
    params: z.strictObject({ id }),
    returns: Done,
  },
})
