import { missingDetails, MOST_COUNTED, type workQueue, type WorkQueue } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { mayAs } from '../../../infra/staff.ts'
import { countAgeChecks, countApplications } from '../../identity/index.ts'
import { countLatePayments } from '../../billing/index.ts'
import { configurationOf, countFailedJobs, firstStepsLeft } from '../../operations/index.ts'
import { countWaiting } from '../../profiles/index.ts'
import { findApprovals } from '../approvals/queries.ts'
import { rightsOf } from '../approvals/request-approval.ts'
import { countOpenAppeals } from '../appeals/queries.ts'
import { countOpen } from '../cases.ts'
import { handledBy } from '../reports/read-reports.ts'
import { countOverdue } from '../reports/list-queries.ts'
import { countLooks, judgeOf } from '../blind-reviews/queries.ts'

/** The open requests that the viewer may approve. */
async function countApprovals(db: Deps['db'], account: Viewer['account']): Promise<number> {
  const rows = await findApprovals(db, account, { before: undefined, limit: MOST_COUNTED, isOpen: true })
  return rows.filter((row) => rightsOf(account.id, row).canDecide).length
}

/** Each count ends at a limit, so that none reads a large table. */
async function readWorkQueue(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { account }: Viewer,
): Promise<WorkQueue> {
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
    configuration,
  ] = await Promise.all([
    countOverdue(db, { now: clock.now(), most: MOST_COUNTED, only }),
    countOpenAppeals(db, MOST_COUNTED, only),
    countWaiting(db, MOST_COUNTED),
    countOpen(db, 'duplicate_photos', MOST_COUNTED),
    countOpen(db, 'account_links', MOST_COUNTED),
    mayAs(account, 'decide') ? countLooks(db, judgeOf(account), MOST_COUNTED, mayAs(account, 'approve')) : 0,
    mayAs(account, 'approve') ? countApprovals(db, account) : 0,
    countLatePayments(db, MOST_COUNTED),
    countFailedJobs(db, MOST_COUNTED),
    configurationOf({ config, db }),
  ])
  const { operator, admission, age } = configuration
  const steps = mayAs(account, 'configuration') ? firstStepsLeft(config, configuration) : undefined
  const asksPhotos = age?.methods.some((method) => method === 'document' || method === 'selfie')
  const waitingAge = mayAs(account, 'photos') ? await countAgeChecks(db, MOST_COUNTED) : 0
  const ageChecks = mayAs(account, 'photos') && (asksPhotos || waitingAge > 0) ? waitingAge : undefined
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
    operatorDetails: missingDetails(operator).length,
    ...(steps === undefined ? {} : { firstSteps: steps }),
    ...(admission?.application && mayAs(account, 'admission')
      ? { applications: await countApplications(db, MOST_COUNTED) }
      : {}),
    ...(ageChecks === undefined ? {} : { ageChecks }),
  }
}

export const workQueueHandlers: Handlers<typeof workQueue> = {
  getWorkQueue: async (context) => ({ data: await readWorkQueue(context, context.viewer) }),
}
