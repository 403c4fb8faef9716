import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { queueMail } from '../../delivery/index.ts'
import { settleAdmission } from '../admission/admission.ts'
import { isRefusedAccount, startOver } from '../account/account.ts'
import { insertSignIn } from '../auth/queries.ts'
import {
  accountExists,
  findAccount,
  isAddressReplaced,
  lockIfNeverVerified,
  lockIfUnverified,
  savePasswordHash,
} from '../account/queries.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { CREDENTIALS_ARE_NEW_FOR, mailOwners } from '../recovery/mail-owners.ts'
import { deleteNewer } from '../recovery/queries.ts'
import { findConfirmedFactor } from '../second-factor/queries.ts'
import { checkSecondFactor } from '../second-factor/second-factor.ts'
import { issueSecret, redeemCode, redeemToken, revokeAllSecrets, revokeSecrets } from '../secrets/secrets.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findOwnerOfReset, markVerified, saveVerificationSent } from './queries.ts'
import { audit } from '../../operations/index.ts'
import { applyWaitingMove } from '../../profiles/index.ts'
import type { Caller } from '../../../http/caller.ts'
import { days, hours, later, minutes } from '../../../infra/clock.ts'
import { emailKey, mailboxKey } from '../../../infra/email.ts'
import { hashOf, type Keys, newestKey, seal } from '../../../infra/keys.ts'
import { asMember, type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

const handleMac = (key: KeyObject, accountId: string) => seal(key, 'verification-handle', accountId)

/** Identifies an account to the page that waits for its code. Without the code, it gives no access. */
export const verificationHandleOf = (keys: Keys, accountId: string): string =>
  `${accountId}.${handleMac(newestKey(keys, 'mailed-code'), accountId).toString('base64url')}`

function accountOfHandle(keys: Keys, handle: string): string | undefined {
  const [, id, mac] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(handle) ?? []
  if (!id || !mac) return undefined
  const given = Buffer.from(mac, 'base64url')
  return keys.of('mailed-code').some((key) => timingSafeEqual(handleMac(key, id), given)) ? id : undefined
}

type VerificationInput = {
  token?: string | undefined
  verificationToken?: string | undefined
  code?: string | undefined
}

export const secretExpired = () =>
  new ApiError('invalid_secret', 'This code or link has expired. Please ask for a new one.')

const wrongCode = (count: number) =>
  new ApiError(
    'invalid_secret',
    count === 0
      ? 'This code isn’t right, and you have no tries left. Please ask for a new one.'
      : message(
          'This code isn’t right. You have {count, plural, one {# try} other {# tries}} left, ' +
            'or you can ask for a new one.',
          { count },
        ),
  )

/**
 * Guesses count for the account, so that neither a new code nor a corrected address brings new ones. A stranger can't
 * use them up, because only the person who joined has the handle or session, and the emailed link still works. Several
 * codes may be valid at the same time, so a day has fewer guesses than its hours.
 */
const guesses = (accountId: string) => [
  { key: `verify:guesses:${accountId}`, limit: 10, within: hours(1) },
  { key: `verify:guesses:day:${accountId}`, limit: 30, within: days(1) },
]

/** `isOwner` is true if proving the address alone may give access to the account. */
type Verified = { accountId: string; isOwner: boolean }

/**
 * Someone who opens the link in a different browser from the one that created the account may not know about the
 * account. They get it without anything that was set up in it. An account whose address staff changed already
 * has an owner, who signs in as before: the new mailbox proves the address only.
 */
export async function verifyEmail(
  context: Opening & Pick<Deps, 'config' | 'keys' | 'bus' | 'lastingKeys' | 'budgets' | 'declarations'>,
  input: VerificationInput,
  viewerId: string | undefined,
): Promise<Verified> {
  const guessed = input.token === undefined && accountOfCode(context.keys, input, viewerId)
  if (guessed) await context.budgets.spend(guesses(guessed))
  const verified = await unitOfWork(context, viewerId ? asMember(viewerId) : SYSTEM, async (work) => {
    const redeemed = await redeem(work, input, viewerId)
    if (redeemed instanceof ApiError) return redeemed
    const accountId = redeemed
    if (!accountId || (await isRefusedAccount(work, accountId))) return secretExpired()
    const isOwner = viewerId === accountId || !(await isAddressReplaced(work.tx, accountId))
    const isElsewhere = input.token !== undefined && viewerId !== accountId
    if (isElsewhere && (await lockIfNeverVerified(work.tx, accountId))) await startOver(work, accountId)
    await markVerified(work.tx, accountId, work.now)
    await applyWaitingMove(work.tx, accountId, work.now)
    await revokeSecrets(work.tx, accountId, ['verify-email'], work.now)
    await settleAdmission(work, accountId)
    return { accountId, isOwner }
  })
  // Thrown after the commit, which saves that a wrong code used up an attempt.
  if (verified instanceof ApiError) throw verified
  return verified
}

const accountOfCode = (keys: Keys, { verificationToken, code }: VerificationInput, viewerId: string | undefined) =>
  code === undefined ? undefined : verificationToken === undefined ? viewerId : accountOfHandle(keys, verificationToken)

async function redeem(
  work: Work<'keys'>,
  input: VerificationInput,
  viewerId: string | undefined,
): Promise<string | ApiError | undefined> {
  const { token, code } = input
  if (token !== undefined) return (await redeemToken(work.tx, 'verify-email', token, work.now))?.account_id ?? undefined
  const accountId = accountOfCode(work.keys, input, viewerId)
  if (!accountId || code === undefined) return undefined
  const tried = await redeemCode(work, 'verify-email', accountId, code.replace(/[\s-]/g, ''))
  return tried && (tried.isRight ? accountId : wrongCode(tried.triesLeft))
}

const RESET_LASTS = minutes(15)

/**
 * Limits reset links. When the limit is reached, the oldest of these links is still valid for five minutes, so that a
 * stranger who keeps requesting links can't leave the owner without one.
 */
const resets = (accountId: string, isKnown: boolean) => ({
  key: `forgot:${isKnown ? 'known' : 'to'}:${accountId}`,
  limit: 5,
  within: minutes(10),
})

/**
 * Runs as a job, so that timing doesn't reveal whether an account exists. Requests from networks that the account has
 * signed in from have their own limit.
 */
export async function sendResetLink(
  context: Deps,
  { accountId, isKnown }: { accountId: string; isKnown: boolean },
): Promise<void> {
  if (!(await context.budgets.allows(resets(accountId, isKnown)))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (!(await accountExists(work.tx, accountId))) return
    if (await isRefusedAccount(work, accountId))
      await queueMail(work, { to: accountId, kind: 'address-refused', details: {} })
    else await mailResetLink(work, accountId, { allowSeveral: true })
  })
}

export async function mailResetLink(
  work: Work<'config' | 'jobs' | 'keys'>,
  accountId: string,
  options: { allowSeveral?: true } = {},
): Promise<void> {
  const { token } = await issueSecret(work, {
    purpose: 'reset-password',
    accountId,
    validFor: RESET_LASTS,
    ...options,
  })
  const link = `${work.config.PUBLIC_URL}/reset-password#token=${token}`
  await queueMail(work, { to: accountId, kind: 'reset-password', details: { link } })
}

type NewPassword = { token: string; password: string; code?: string | undefined }

/**
 * The link also proves that the person owns the mailbox. Someone who knew the old password may have added other ways to
 * sign in, so those younger than 30 days end with it, unless the owner proves an older second factor.
 */
export async function resetPassword(
  context: Deps & { caller: Caller },
  { token, password, code }: NewPassword,
): Promise<void> {
  const owner = await findOwnerOfReset(context.db, token, context.clock.now())
  if (!owner) throw secretExpired()
  const hash = await choosePassword(context, password, owner)
  const keepsNewer = code !== undefined && (await proveOlderFactor(context, owner.id, code))
  await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const isRedeemed = (await redeemToken(tx, 'reset-password', token, now)) !== undefined
    if (!isRedeemed || (await isRefusedAccount(work, owner.id))) throw secretExpired()
    if (await lockIfNeverVerified(tx, owner.id)) await startOver(work, owner.id)
    await markVerified(tx, owner.id, now)
    // Only the mailbox’s owner can open the link, so the failures of others in this network don't keep them out.
    await insertSignIn(tx, owner.id, work, 'succeeded')
    await settleAdmission(work, owner.id)
    if (!keepsNewer) await deleteNewer(tx, owner.id, later(now, -CREDENTIALS_ARE_NEW_FOR), now)
    await savePasswordHash(tx, owner.id, hash)
    await revokeAllSecrets(tx, owner.id, now)
    await endSessions(work, { accountId: owner.id }, 'password_changed')
    await mailOwners(work, owner.id, (link) => ({ kind: 'password-changed', details: { at: now, ...link } }))
    await audit(work, { actor: asMember(owner.id), action: 'password.reset', subjectId: owner.id })
  })
}

/** A wrong code keeps the link, so that a typo costs nothing. A newer factor may be the thief's and proves nothing. */
async function proveOlderFactor(context: Deps, accountId: string, code: string): Promise<true> {
  const { db, clock, budgets } = context
  await budgets.spend([{ key: `second-factor:${accountId}`, limit: 20, within: hours(1) }])
  const factor = await findConfirmedFactor(db, accountId)
  const isOlder = factor?.confirmed_at && factor.confirmed_at <= later(clock.now(), -CREDENTIALS_ARE_NEW_FOR)
  if (!isOlder || !(await checkSecondFactor(context, accountId, code)))
    throw new ApiError(
      'invalid_credentials',
      'Wrong code, or two-step verification has been on for less than 30 days.',
      {
        errors: [{ path: 'code', msg: 'Wrong code.' }],
      },
    )
  return true
}

const LINK_LASTS = hours(24)
const CODE_LASTS = minutes(10)

/** Sends the code and the link that verify an address, or a notice that it can't be used (account.ts). */
export async function sendVerification(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
): Promise<void> {
  const { token, code } = await issueSecret(work, {
    purpose: 'verify-email',
    accountId,
    validFor: LINK_LASTS,
    codeValidFor: CODE_LASTS,
    allowSeveral: true,
  })
  const link = `${work.config.PUBLIC_URL}/verify-email#token=${token}`
  if (await isRefusedAccount(work, accountId))
    await queueMail(work, { to: accountId, kind: 'address-refused', details: {} })
  else await queueMail(work, { to: accountId, kind: 'verification', details: { code, link } })
  await saveVerificationSent(work.tx, accountId, work.now)
}

/**
 * What anyone can have sent to someone who may not be joining at all: by registering, by correcting an address, or by
 * asking for a code without a session. All addresses with a tag (ada+1@) of one mailbox share their limit.
 */
const strangersMails = (email: string) => ({
  key: `joining:to:${hashOf(joiningKey(email)).toString('base64url')}`,
  limit: 3,
  within: days(1),
})

const isTagged = (email: string) => mailboxKey(email) !== emailKey(email)
const joiningKey = (email: string) => (isTagged(email) ? `tagged ${mailboxKey(email)}` : emailKey(email))

/** False if a mailbox has had its emails of today. Links and codes that were sent before still work. */
export const mayMailJoiner = ({ budgets }: Pick<Deps, 'budgets'>, email: string): Promise<boolean> =>
  budgets.allows(strangersMails(email))

/**
 * What the browser that registered asks for has its own limit, which strangers can't use up. Tags can give one person
 * any number of accounts, so all of these share the limit of the mailbox.
 */
export const ownMails = (accountId: string, email: string) =>
  isTagged(email)
    ? [strangersMails(email)]
    : [
        { key: `joining:own:${accountId}`, limit: 5, within: hours(1) },
        { key: `joining:own-address:${hashOf(emailKey(email)).toString('base64url')}`, limit: 20, within: days(1) },
      ]

/** Runs as a job, so that the time of a request doesn't reveal whether there was an email to send. */
export async function resendVerification(
  context: Deps,
  { accountId, isOwn }: { accountId: string; isOwn: boolean },
): Promise<void> {
  const account = await findAccount(context.db, accountId)
  if (!account?.email || account.email_verified_at) return
  if (!isOwn && !(await mayMailJoiner(context, account.email))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (await lockIfUnverified(work.tx, accountId)) await sendVerification(work, accountId)
  })
}
