import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { audit } from '../audit/audit.ts'
import { deleteDuplicates, lockFailedJob } from './failed-jobs.sql.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

export const retryFailedJob = (context: Deps, { account }: Viewer, id: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const failed = await lockFailedJob(work.tx, id)
    if (failed) await deleteDuplicates(work.tx, id)
    if (!failed || !(await work.jobs.retry(work.tx, id)))
      throw new ApiError('not_found', 'We couldn’t find this failed job.')
    await audit(work, { action: 'job.retried', details: { job: failed.job } })
  })
