import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { days, later } from '../../infra/clock.ts'
import { asAccount, unitOfWork } from '../../work.ts'
import { queueMail } from '../delivery/index.ts'
import { endSessions, mailOwners, scheduleDeletion, unscheduleDeletion } from '../identity/index.ts'
import { audit } from '../operations/index.ts'

const GRACE = days(30)

/** Hides the account now and erases it in 30 days. Until then, its owner can sign in and cancel the deletion. */
export async function requestDeletion(context: Deps, account: Account): Promise<Date> {
  return unitOfWork(context, asAccount(account), async (work) => {
    const due = later(work.now, GRACE)
    if (!(await scheduleDeletion(work.tx, account.id, due)))
      throw new ApiError('conflict', 'You’ve already asked to delete this account.')
    await endSessions(work, { accountId: account.id }, 'deleted')
    const keep = `${work.config.PUBLIC_URL}/settings#delete`
    await mailOwners(work, account.id, (link) => ({ kind: 'deletion-asked', details: { due, keep, ...link } }))
    await work.jobs.add(work.tx, 'end-renewal', { accountId: account.id })
    await audit(work, { action: 'account.deletion-asked', subjectId: account.id })
    return due
  })
}

export async function cancelDeletion(context: Deps, account: Account): Promise<void> {
  await unitOfWork(context, asAccount(account), async (work) => {
    if (!(await unscheduleDeletion(work.tx, account.id)))
      throw new ApiError('conflict', 'Your account isn’t being deleted.')
    await queueMail(work, { to: account.id, kind: 'deletion-cancelled', details: {} })
    await audit(work, { action: 'account.deletion-cancelled', subjectId: account.id })
  })
}
