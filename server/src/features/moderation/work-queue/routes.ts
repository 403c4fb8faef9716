import { MOST_COUNTED, type workQueue, type WorkQueue } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { mayAs } from '../../../infra/staff.ts'
import { countLatePayments } from '../../billing/index.ts'
import { countFailedJobs } from '../../operations/index.ts'
import { countWaiting } from '../../profiles/index.ts'
import { countOpenLinks } from '../account-links/queries.ts'
import { findApprovals } from '../approvals/queries.ts'
import { rightsOf } from '../approvals/request-approval.ts'
import { countOpenAppeals } from '../appeals/queries.ts'
import { countOpenDuplicatePhotos } from '../picture-sweep/queries.ts'
import { handledBy } from '../reports/read-reports.ts'
import { countOverdue } from '../reports/list-queries.ts'
import { countLooks, judgeOf } from '../blind-reviews/queries.ts'

/** The open requests that the viewer may approve. */
async function countApprovals(db: Deps['db'], account: Viewer['account']): Promise<number> {
  const rows = await findApprovals(db, account, { before: undefined, limit: MOST_COUNTED, isOpen: true })
  return rows.filter((row) => rightsOf(account.id, row).canDecide).length
}

/** Each count ends at a limit, so that none reads a large table. */
async function readWorkQueue({ db, clock }: Pick<Deps, 'db' | 'clock'>, { account }: Viewer): Promise<WorkQueue> {
  const only = handledBy(account)
  const [
    overdueReports,
    appeals,
    photos,
    samePictures,
    accountLinks,
    secondLooks,
    approvals,
    latePayments,
    failedJobs,
  ] = await Promise.all([
    countOverdue(db, { now: clock.now(), most: MOST_COUNTED, only }),
    countOpenAppeals(db, MOST_COUNTED, only),
    countWaiting(db, MOST_COUNTED),
    countOpenDuplicatePhotos(db, MOST_COUNTED),
    countOpenLinks(db, MOST_COUNTED),
    mayAs(account, 'decide') ? countLooks(db, judgeOf(account), MOST_COUNTED, mayAs(account, 'approve')) : 0,
    mayAs(account, 'approve') ? countApprovals(db, account) : 0,
    countLatePayments(db, MOST_COUNTED),
    countFailedJobs(db, MOST_COUNTED),
  ])
  return {
    overdueReports,
    appeals,
    photos: Math.min(photos, MOST_COUNTED),
    samePictures,
    accountLinks,
    secondLooks,
    approvals,
    latePayments,
    failedJobs,
  }
}

export const workQueueHandlers: Handlers<typeof workQueue> = {
  getWorkQueue: async (context) => ({ data: await readWorkQueue(context, context.viewer) }),
}
