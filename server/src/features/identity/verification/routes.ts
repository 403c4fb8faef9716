import { ApiError, type verification } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../infra/db/db.ts'
import { type Caller, networkOf } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { asAccount, asMember, SYSTEM, unitOfWork } from '../../../work.ts'
import { findProfile, toOwnUser } from '../../profiles/index.ts'
import { accountById, findIdByEmail } from '../account/queries.ts'
import { requireSecondFactor } from '../second-factor/second-factor.ts'
import { openSession, currentTokens, endSessions } from '../sessions/sessions.ts'
import { confirmFirstSession } from './queries.ts'
import { resetPassword, secretExpired, verifyEmail } from './verification.ts'
import type { Deps } from '../../../deps.ts'
import { audit } from '../../operations/index.ts'
import { redeemToken } from '../secrets/secrets.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'

/**
 * Limits for email that anyone can request. They apply to each network, so that a stranger can't use up the owner's
 * requests. The job also limits what one mailbox receives, without an error.
 */
const mailBudgets = ({ address }: Caller, kind: 'resend' | 'forgot', email: string): Budget[] => [
  {
    key: `${kind}:pair:${hashOf(emailKey(email)).toString('base64url')}:${networkOf(address)}`,
    limit: 5,
    within: hours(1),
  },
  { key: `${kind}:from:${networkOf(address)}`, limit: 30, within: hours(1) },
  { key: `${kind}:overall`, limit: 20_000, within: hours(1) },
]

/** The link is part of a warning, and can do nothing else. */
const signOutEverywhere = (context: Deps, token: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const accountId = (await redeemToken(work.tx, 'sign-out-everywhere', token, work.now))?.account_id
    if (!accountId) throw secretExpired()
    await endSessions(work, { accountId }, 'revoked')
    await audit(work, { actor: asMember(accountId), action: 'sessions.ended', subjectId: accountId })
  })

/** Returns a random id if there is no such account, so that the request costs the same. */
const idForJob = async (db: Db, email: string) => ({ accountId: (await findIdByEmail(db, email)) ?? randomUUID() })

export const verificationHandlers: Handlers<typeof verification> = {
  verifyEmail: async (context, { body }) => {
    const { viewer, budgets, caller, db } = context
    await budgets.spend([{ key: `verify:from:${networkOf(caller.address)}`, limit: 60, within: hours(1) }])
    const { accountId, isOwner } = await verifyEmail(context, body, viewer?.account.id)
    if (!isOwner) throw new ApiError('sign_in_required', 'Your new email is confirmed. Sign in as usual to continue.')
    const account = await accountById(db, accountId)
    const profile = await findProfile(db, accountId)
    if (viewer?.account.id === accountId) {
      if (!viewer.account.email_verified_at) await confirmFirstSession(db, viewer, context.clock.now())
      return {
        ...(await currentTokens(context, { accountId: viewer.account.id, sessionId: viewer.sessionId })),
        user: toOwnUser(context, viewer.sessionId, account, profile),
      }
    }
    await requireSecondFactor(context, account)
    const { sessionId, ...tokens } = await unitOfWork(context, asAccount(account), (work) => openSession(work, account))
    return { ...tokens, user: toOwnUser(context, sessionId, account, profile) }
  },
  // A job does the work, so that the request takes the same time whether or not there is such an account.
  resendVerification: async (context, { body }) => {
    const email = context.viewer?.account.email ?? body.email ?? ''
    await context.budgets.spend(mailBudgets(context.caller, 'resend', email))
    const job = await idForJob(context.db, email)
    await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'send-proof', job))
    return { emailVerificationSent: true }
  },
  forgotPassword: async (context, { body }) => {
    await context.budgets.spend(mailBudgets(context.caller, 'forgot', body.email))
    const job = await idForJob(context.db, body.email)
    await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'send-reset', job))
    return { done: true }
  },
  resetPassword: async (context, { body }) => {
    await context.budgets.spend([
      { key: `reset:from:${networkOf(context.caller.address)}`, limit: 30, within: hours(1) },
    ])
    await resetPassword(context, body)
    return { done: true }
  },
  signOutEverywhere: async (context, { body }) => {
    await context.budgets.spend([
      { key: `sign-out:from:${networkOf(context.caller.address)}`, limit: 30, within: hours(1) },
    ])
    await signOutEverywhere(context, body.token)
    return { done: true }
  },
}
