import { ApiError, type ConsentKind } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { isElevated, type Account, type Viewer } from '../../http/session.ts'
import { days, hours, later } from '../../infra/clock.ts'
import { isTaken, transaction, type Tx } from '../../infra/db/db.ts'
import { audit } from '../audit/service.ts'
import { queueMail } from '../mail/service.ts'
import { choosePassword } from '../passwords/service.ts'
import { issueSecret, redeemToken, revokeSecrets } from '../secrets/service.ts'
import { endSessions } from '../sessions/service.ts'
import * as queries from './queries.ts'

const NEW_ADDRESS_LASTS = hours(24)
const UNDO_LASTS = hours(72)
export const GRACE = days(30)

/** The versions of the texts that people agree to. A new text gets a new version, and is asked for again. */
export const consentVersions: Record<ConsentKind, string> = {
  terms: '2026-11-01',
  age: '2026-11-01',
  special_category: '2026-11-01',
}

/** Proof that it is really them, for what cannot be taken back: the password, or where there is none a fresh sign-in. */
export async function confirmIdentity(
  { passwords, clock }: Pick<Deps, 'passwords' | 'clock'>,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  if (viewer.account.password_hash === null) {
    if (isElevated(viewer, clock.now())) return
    throw new ApiError('step_up_required', 'Please sign in again, then repeat this.')
  }
  if (!(await passwords.matches(viewer.account.password_hash, password ?? '')))
    throw new ApiError('invalid_credentials', 'That password is not right.', {
      errors: [{ path: 'password', msg: 'That password is not right.' }],
    })
}

export async function changePassword(context: Deps, viewer: Viewer, password: string): Promise<void> {
  const { account, sessionId } = viewer
  const hash = await choosePassword(context, password, account)
  const now = context.clock.now()
  await transaction(context.db, async (tx, afterCommit) => {
    await tx.updateTable('accounts').set({ password_hash: hash }).where('id', '=', account.id).execute()
    await endSessions(tx, context, { accountId: account.id, except: sessionId }, 'password_changed', afterCommit)
    await revokeSecrets(tx, account.id, ['reset-password', 'second-factor'], now)
    await queueMail(tx, context, { to: account.id, kind: 'password-changed', details: { at: now.toUTCString() } })
    await audit(tx, {
      at: now,
      actor: { kind: 'member', id: account.id },
      action: 'password.changed',
      subjectId: account.id,
    })
  })
}

/** Asks the new address first. Whether somebody else has it already is told to its owner alone, by mail. */
export async function askForNewAddress(context: Deps, account: Account, email: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (await queries.isTakenAddress(tx, email)) return
    const wish = {
      purpose: 'change-email',
      accountId: account.id,
      lasts: NEW_ADDRESS_LASTS,
      payload: { email },
    } as const
    const { token } = await issueSecret(tx, context, wish)
    const link = `${context.config.PUBLIC_URL}/settings/email#token=${token}`
    await queueMail(tx, context, { to: account.id, address: email, kind: 'change-email', details: { link } })
  })
}

const notGood = () => new ApiError('invalid_secret', 'This link is not good any more.')
const takenMeanwhile = () => new ApiError('already_exists', 'This address belongs to another account by now.')

/** Changes the address, and sends the old one a link that takes it back. */
export async function confirmNewAddress(context: Deps, token: string): Promise<void> {
  const now = context.clock.now()
  await swapAddress(context, 'change-email', token, async (tx, account, email) => {
    const wish = {
      purpose: 'undo-email',
      accountId: account.id,
      lasts: UNDO_LASTS,
      payload: { email: account.email },
    } as const
    const undo = await issueSecret(tx, context, wish)
    const link = `${context.config.PUBLIC_URL}/settings/email/undo#token=${undo.token}`
    await revokeSecrets(tx, account.id, ['verify-email', 'reset-password'], now)
    if (account.email)
      await queueMail(tx, context, {
        to: account.id,
        address: account.email,
        kind: 'email-changed',
        details: { address: email, link },
      })
  })
}

/** Takes a change of address back. Whoever made it may still be signed in: nobody is, afterwards. */
export async function undoNewAddress(context: Deps, token: string): Promise<void> {
  await swapAddress(context, 'undo-email', token, async (tx, account, _email, afterCommit) => {
    await revokeSecrets(tx, account.id, ['change-email', 'verify-email', 'reset-password'], context.clock.now())
    await endSessions(tx, context, { accountId: account.id }, 'email_changed', afterCommit)
  })
}

type Then = (tx: Tx, account: Account, email: string, afterCommit: (effect: () => void) => void) => Promise<void>

async function swapAddress(
  context: Deps,
  purpose: 'change-email' | 'undo-email',
  token: string,
  then: Then,
): Promise<void> {
  const now = context.clock.now()
  const swap = transaction(context.db, async (tx, afterCommit) => {
    const redeemed = await redeemToken(tx, purpose, token, now)
    const email = redeemed?.payload['email']
    if (!redeemed?.account_id || typeof email !== 'string') throw notGood()
    const account = await queries.lockAccount(tx, redeemed.account_id)
    await tx.updateTable('accounts').set({ email, email_verified_at: now }).where('id', '=', account.id).execute()
    await then(tx, account, email, afterCommit)
    await audit(tx, {
      at: now,
      actor: { kind: 'member', id: account.id },
      action: `email.${purpose === 'undo-email' ? 'undone' : 'changed'}`,
      subjectId: account.id,
    })
  })
  await swap.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? takenMeanwhile() : error
  })
}

/** Hidden at once, erased after the grace; signing in again within it leads to the way back. */
export async function askForDeletion(context: Deps, account: Account): Promise<Date> {
  const now = context.clock.now()
  const due = later(now, GRACE)
  await transaction(context.db, async (tx, afterCommit) => {
    if (!(await queries.beginDeletion(tx, account.id, due)))
      throw new ApiError('conflict', 'The deletion of this account has been asked for already.')
    await endSessions(tx, context, { accountId: account.id }, 'deleted', afterCommit)
    await queueMail(tx, context, {
      to: account.id,
      kind: 'deletion-asked',
      details: { day: due.toUTCString().slice(0, 16) },
    })
    await audit(tx, {
      at: now,
      actor: { kind: 'member', id: account.id },
      action: 'account.deletion-asked',
      subjectId: account.id,
    })
  })
  return due
}

export async function cancelDeletion(context: Deps, account: Account): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await queries.endDeletion(tx, account.id)))
      throw new ApiError('conflict', 'No deletion of this account has been asked for.')
    await queueMail(tx, context, { to: account.id, kind: 'deletion-cancelled', details: {} })
    await audit(tx, {
      at: context.clock.now(),
      actor: { kind: 'member', id: account.id },
      action: 'account.deletion-cancelled',
      subjectId: account.id,
    })
  })
}

/** Erases the accounts whose grace is over; each one by itself, with a receipt to the address that it had. */
export async function eraseDue(context: Deps): Promise<void> {
  const now = context.clock.now()
  for (const { id } of await queries.dueForErasure(context.db, now))
    await transaction(context.db, async (tx, afterCommit) => {
      await queueMail(tx, context, { to: id, kind: 'erased', details: { at: now.toUTCString().slice(0, 16) } })
      await endSessions(tx, context, { accountId: id }, 'deleted', afterCommit)
      if (await queries.erase(tx, id, now))
        await audit(tx, { at: now, actor: { kind: 'system' }, action: 'account.erased', subjectId: id })
    })
}

/** Notes that somebody agreed to a text as it stands today. Agreeing twice to the same text is agreeing once. */
export async function agreeTo(tx: Tx, accountId: string, kind: ConsentKind, now: Date): Promise<void> {
  const version = consentVersions[kind]
  const current = await queries.currentConsent(tx, accountId, kind)
  if (current?.version === version) return
  if (current) await queries.withdrawConsent(tx, accountId, kind, now)
  await tx.insertInto('consents').values({ account_id: accountId, kind, version, given_at: now }).execute()
}
