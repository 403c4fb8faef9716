import type { FailedJob } from '@kindred/contract'
import type { FailedJobRow } from './failed-jobs.sql.ts'

export const toFailedJob = ({ id, job, data, error, retries, times, failed_at }: FailedJobRow): FailedJob => ({
  _id: id,
  job,
  about: Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, String(value)])),
  error,
  tries: (retries ?? 0) + 1,
  times,
  failedAt: failed_at.toISOString(),
})
