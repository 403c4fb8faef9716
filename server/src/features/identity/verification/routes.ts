import { ApiError, type verification } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { type Caller, networkOf } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { asAccount, asMember, SYSTEM, unitOfWork } from '../../../work.ts'
import { findProfile, toOwnUser } from '../../profiles/index.ts'
import { accountById } from '../account/queries.ts'
import { findOwnerOfMail } from '../auth/queries.ts'
import { requireSecondFactor } from '../second-factor/second-factor.ts'
import { openSession, currentTokens, endSessions } from '../sessions/sessions.ts'
import { confirmFirstSession } from './queries.ts'
import { ownMails, resetPassword, secretExpired, verifyEmail } from './verification.ts'
import type { Deps } from '../../../deps.ts'
import { audit } from '../../operations/index.ts'
import { redeemToken } from '../secrets/secrets.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'

type Kind = 'resend' | 'forgot'

/**
 * Limits email that anyone can request for an address. It is full again after ten minutes, while a reset link that was
 * sent before lasts 15, so that someone else in the network can't leave the owner without one.
 */
const pairBudget = ({ address }: Caller, kind: Kind, email: string): Budget => ({
  key: `${kind}:pair:${hashOf(emailKey(email)).toString('base64url')}:${networkOf(address)}`,
  limit: 5,
  within: minutes(10),
})

/**
 * Limits what a network has sent to accounts that are new to it. Only email to accounts counts, so that invented addresses
 * use up nothing. Beyond these limits, no email is sent, and the answer is the same.
 */
const strangersBudgets = ({ address }: Caller, kind: Kind, counts: boolean): Budget[] => {
  const what = counts ? kind : `${kind}:uncounted`
  return [
    { key: `${what}:from:${networkOf(address)}`, limit: counts ? 300 : NO_LIMIT, within: hours(1) },
    { key: `${what}:overall`, limit: counts ? 20_000 : NO_LIMIT, within: hours(1) },
  ]
}
const NO_LIMIT = 2 ** 31 - 1

/** The account that an email may go to, or a random id, so that the request costs the same. */
async function recipientOf({ db, budgets, caller, clock }: Deps & { caller: Caller }, kind: Kind, email: string) {
  await budgets.spend([pairBudget(caller, kind, email)])
  const { id, isKnown } = await findOwnerOfMail(db, email, networkOf(caller.address), clock.now())
  const isAllowed = await budgets.allows(...strangersBudgets(caller, kind, id !== null && !isKnown))
  return { accountId: (isAllowed && id) || randomUUID(), isKnown }
}

/** The link is part of a warning, and can do nothing else. */
const signOutEverywhere = (context: Deps, token: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const accountId = (await redeemToken(work.tx, 'sign-out-everywhere', token, work.now))?.account_id
    if (!accountId) throw secretExpired()
    await endSessions(work, { accountId }, 'revoked')
    await audit(work, { actor: asMember(accountId), action: 'sessions.ended', subjectId: accountId })
  })

export const verificationHandlers: Handlers<typeof verification> = {
  verifyEmail: async (context, { body }) => {
    const { viewer, db } = context
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
    const { viewer } = context
    const isOwn = viewer?.account.email != null
    if (isOwn) await context.budgets.spend(ownMails(viewer.account.id, viewer.account.email ?? ''))
    const { accountId } = isOwn
      ? { accountId: viewer.account.id }
      : await recipientOf(context, 'resend', body.email ?? '')
    await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'send-proof', { accountId, isOwn }))
    return { emailVerificationSent: true }
  },
  forgotPassword: async (context, { body }) => {
    const job = await recipientOf(context, 'forgot', body.email)
    await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'send-reset', job))
    return { done: true }
  },
  resetPassword: async (context, { body }) => {
    await resetPassword(context, body)
    return { done: true }
  },
  signOutEverywhere: async (context, { body }) => {
    await signOutEverywhere(context, body.token)
    return { done: true }
  },
}
