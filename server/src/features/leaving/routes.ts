import { ApiError, type leaving } from '@kindred/contract'
import { assertFactor } from '../../http/factor.ts'
import type { Handlers } from '../../http/mount.ts'
import { days, later } from '../../infra/clock.ts'
import { asAccount, unitOfWork } from '../../work.ts'
import {
  confirmIdentity,
  endSessions,
  mailOwners,
  redeemToken,
  scheduleDeletion,
  unscheduleDeletion,
} from '../identity/index.ts'
import type { Deps } from '../../deps.ts'
import { type Account, findEndReason } from '../../http/session.ts'
import { fileOf } from './export.ts'
import { queueMail } from '../delivery/index.ts'
import { announceHidden } from '../discovery/index.ts'
import { audit } from '../operations/index.ts'

const GRACE = days(30)

/** Hides the account now and erases it in 30 days. Until then, its owner can sign in and cancel the deletion. */
async function requestDeletion(context: Deps, account: Account): Promise<Date> {
  return unitOfWork(context, asAccount(account), async (work) => {
    const due = later(work.now, GRACE)
    if (!(await scheduleDeletion(work.tx, account.id, due)))
      throw new ApiError('conflict', 'You’ve already asked to delete this account.')
    await endSessions(work, { accountId: account.id }, 'deleted')
    await announceHidden(work, account.id)
    const keep = `${work.config.PUBLIC_URL}/settings#delete`
    await mailOwners(work, account.id, (link) => ({ kind: 'deletion-asked', details: { due, keep, ...link } }))
    await work.jobs.add(work.tx, 'end-renewal', { accountId: account.id })
    await audit(work, { action: 'account.deletion-asked', subjectId: account.id })
    return due
  })
}

async function cancelDeletion(context: Deps, account: Account): Promise<void> {
  if (account.admission === 'declined')
    throw new ApiError('conflict', 'We’ve declined your application, so this account will be erased.')
  await unitOfWork(context, asAccount(account), async (work) => {
    if (!(await unscheduleDeletion(work.tx, account.id)))
      throw new ApiError('conflict', 'Your account isn’t being deleted.')
    await queueMail(work, { to: account.id, kind: 'deletion-cancelled', details: {} })
    await audit(work, { action: 'account.deletion-cancelled', subjectId: account.id })
  })
}

async function downloadOwnData(context: Deps, token: string): Promise<Uint8Array> {
  const accountId = await redeemExport(context, token)
  const file = accountId ? await context.storage.get(fileOf(accountId)) : null
  if (!accountId || !file) throw new ApiError('invalid_secret', 'This link has expired. Please ask for a new one.')
  await context.storage.remove(fileOf(accountId))
  return file
}

/** Reasons for ending a session that aren't suspicious, so a link that was requested in the session still works. */
const HARMLESS_ENDS = ['signed_out', 'deleted', 'deactivated', 'role_changed']

/**
 * The link works in any browser, so no session has to be open. But if the session that requested it was ended on
 * purpose, a stranger may have requested it.
 */
async function redeemExport({ db, clock }: Deps, token: string): Promise<string | undefined> {
  const redeemed = await redeemToken(db, 'export-own', token, clock.now())
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return undefined
  const why = await findEndReason({ db }, { accountId: redeemed.account_id, sessionId })
  return why === null || (why && HARMLESS_ENDS.includes(why)) ? redeemed.account_id : undefined
}

export const leavingHandlers: Handlers<typeof leaving> = {
  deleteAccount: async (context, { body }) => {
    await assertFactor(context, context.viewer)
    await confirmIdentity(context, context.viewer, body.password)
    const due = await requestDeletion(context, context.viewer.account)
    return { data: { deletionDueAt: due.toISOString() } }
  },
  exportOwnData: async (context) => {
    const { sessionId, account } = context.viewer
    await context.budgets.spend([{ key: `export:${account.id}`, limit: 3, within: days(1) }])
    await unitOfWork(context, asAccount(account), (work) =>
      work.jobs.add(work.tx, 'export-own', { accountId: account.id, sessionId }),
    )
    return { done: true }
  },
  downloadOwnData: async (context, { body }) => downloadOwnData(context, body.token),
  restoreAccount: async (context) => {
    await cancelDeletion(context, context.viewer.account)
    return { done: true }
  },
}
