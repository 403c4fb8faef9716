import { type address, ApiError } from '@kindred/contract'
import type { Caller } from '../../../http/caller.ts'
import { assertFactor } from '../../../http/factor.ts'
import type { Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { settleAdmission } from '../admission/admission.ts'
import { confirmIdentity, isRefusedAddress, lockOwnCredentials } from '../account/account.ts'
import { openRecovery } from '../recovery/open-recovery.ts'
import { correctAddress, keepAddress, FOR_OLD_ADDRESS, offerUndo } from './address.ts'
import { assertMayFind, mayNotifyOwner, refusalIfTaken, spendRegistration } from '../auth/auth.ts'
import type { Deps } from '../../../deps.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asAccount, SYSTEM, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { accountById, findIdByEmail, lockAccount, lockIfNeverVerified } from '../account/queries.ts'
import { findProfile, toOwnUser } from '../../profiles/index.ts'
import { redeemToken, revokeSecrets, issueSecret } from '../secrets/secrets.ts'
import { mayMailJoiner, ownMails } from '../verification/verification.ts'
import { findOwnerOfToken } from '../secrets/queries.ts'
import { saveAddress } from './queries.ts'
import type { Viewer } from '../../../http/session.ts'
import { queueMail } from '../../delivery/index.ts'

const NEW_ADDRESS_LASTS = hours(24)

/**
 * The link to the new address changes nothing until it is opened. If the address belongs to another account, only its
 * owner finds out, by email.
 */
async function requestNewAddress(context: Deps, viewer: Viewer, email: string): Promise<void> {
  const { account } = viewer
  const budget = {
    key: `new-address:${hashOf(emailKey(email)).toString('base64url')}`,
    limit: 5,
    within: hours(1),
  }
  if (!(await context.budgets.allows(budget))) return
  const mayNotify = await mayNotifyOwner(context, email)
  await unitOfWork(context, asAccount(account), async (work) => {
    await lockOwnCredentials(work.tx, viewer)
    const owner = await findIdByEmail(work.tx, email)
    if (owner) return mayNotify ? queueMail(work, { to: owner, kind: 'already-registered', details: {} }) : undefined
    if (await isRefusedAddress(work, { id: account.id, email }))
      return queueMail(work, { to: account.id, address: email, kind: 'address-refused', details: {} })
    const { token } = await issueSecret(work, {
      purpose: 'change-email',
      accountId: account.id,
      validFor: NEW_ADDRESS_LASTS,
      payload: { email },
    })
    const link = `${work.config.PUBLIC_URL}/settings/email#token=${token}`
    await queueMail(work, { to: account.id, address: email, kind: 'change-email', details: { link } })
  })
}

const linkExpired = () => new ApiError('invalid_secret', 'This link has expired.')
const addressTaken = () => new ApiError('already_exists', 'Another account now uses this email.')

/**
 * Opening the link proves the new address, and the session that the account is the reader's own. Otherwise, a stranger
 * could have their account confirmed by the person who receives the email, and later take it back with all they wrote.
 * The addresses that were proven before get a link that undoes the change.
 */
async function confirmNewAddress(context: Deps, viewer: Viewer | null, token: string): Promise<void> {
  const accountId = await findOwnerOfToken(context.db, 'change-email', hashOf(token), context.clock.now())
  if (!accountId) throw linkExpired()
  if (viewer?.account.id !== accountId)
    throw new ApiError(
      'sign_in_required',
      'Sign in here to the account that you’re changing, then open the link again.',
    )
  const swap = unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const account = await lockAccount(tx, accountId)
    const email = (await redeemToken(tx, 'change-email', token, now))?.payload['email']
    if (typeof email !== 'string' || (await isRefusedAddress(work, { id: accountId, email }))) throw linkExpired()
    await saveAddress(tx, accountId, { email, email_key: emailKey(email), email_verified_at: now })
    await work.jobs.add(tx, 'match-contacts', { accountId })
    await settleAdmission(work, accountId)
    await revokeSecrets(tx, accountId, FOR_OLD_ADDRESS, now)
    await offerUndo(work, account, email)
    await audit(work, { actor: asAccount(account), action: 'email.changed', subjectId: accountId })
  })
  await swap.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? addressTaken() : error
  })
}

/**
 * Corrects a typo before anyone has confirmed the address. The account has no owner yet who could lose it, so its session
 * is enough. The code and link that went to the mistyped address stop working.
 */
async function correctOwnAddress(context: Deps & { caller: Caller }, viewer: Viewer, email: string): Promise<void> {
  const { id } = viewer.account
  await context.budgets.spend([{ key: `correct-email:${id}`, limit: 5, within: hours(1) }])
  await spendRegistration(context)
  // Many accounts mustn't fill one mailbox, but strangers can't use up what its owner asks for.
  const isMailed = (await mayMailJoiner(context, email)) || (await context.budgets.allows(...ownMails(id, email)))
  const correct = unitOfWork(context, asAccount(viewer.account), async (work) => {
    await lockOwnCredentials(work.tx, viewer)
    if (!(await lockIfNeverVerified(work.tx, id)))
      throw new ApiError('conflict', 'Your email is already confirmed. You can change it in your settings.')
    await correctAddress(work, id, email, isMailed)
    await audit(work, { action: 'email.corrected', subjectId: id })
    // Checked at the end, so that a burst of corrections learns as little as sequential ones.
    await assertMayFind(context, work.tx)
  })
  await correct.catch(async (error: unknown) => {
    throw await refusalIfTaken(context, error, email)
  })
}

const done = { done: true } as const

export const addressHandlers: Handlers<typeof address> = {
  changeEmail: async (context, { body }) => {
    const { viewer, budgets } = context
    await budgets.spend([{ key: `new-email:${viewer.account.id}`, limit: 5, within: hours(1) }])
    await assertFactor(context, viewer)
    await confirmIdentity(context, viewer, body.password)
    await requestNewAddress(context, viewer, body.email)
    return done
  },
  correctEmail: async (context, { body }) => {
    const { viewer, db } = context
    await correctOwnAddress(context, viewer, body.email)
    const account = await accountById(db, viewer.account.id)
    return { user: toOwnUser(context, viewer.sessionId, account, await findProfile(db, account.id)) }
  },
  confirmEmail: async (context, { body }) => {
    await confirmNewAddress(context, context.viewer, body.token)
    return done
  },
  keepEmail: async (context, { body }) => {
    await keepAddress(context, body.token)
    return done
  },
  undoEmail: async (context, { body }) => {
    await openRecovery(context, body.token)
    return done
  },
}
