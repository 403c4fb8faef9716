import { ApiError, type SignedIn } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { deviceOf, networkOf, type Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { days, hours, later, minutes } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { createAccount } from '../account/service.ts'
import { agreeTo, checkAge, duties, ownUser, profileOf } from '../../profiles/index.ts'
import { brandOf } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { choosePassword } from '../passwords/service.ts'
import { challengeFor } from '../second-factor/service.ts'
import { openSession } from '../sessions/service.ts'
import { askForProof, handleOf } from '../verification/service.ts'
import * as queries from './queries.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

type Calling = Deps & { caller: Caller }

export type Joining = {
  firstName: string
  lastName: string
  email: string
  password: string
  dateOfBirth: string
  acceptTerms?: boolean | undefined
  acceptSpecialCategory?: boolean | undefined
  timeZone?: string | undefined
}

/** Makes an account, opens its first session, and sends the mail that proves the address. */
export async function register(context: Calling, joining: Joining) {
  const { clock, budgets, caller, keys } = context
  checkAge(joining.dateOfBirth, clock.now(), await brandOf(context))
  if (joining.acceptTerms === false)
    throw new ApiError('invalid_request', 'Please agree to the terms to join.', {
      errors: [{ path: 'acceptTerms', msg: 'Please agree to the terms to join.' }],
    })
  await budgets.spend([{ key: `register:from:${networkOf(caller.address)}`, limit: 30, within: hours(1) }])
  const owner = { first_name: joining.firstName, last_name: joining.lastName, email: joining.email }
  const password_hash = await choosePassword(context, joining.password, owner)
  try {
    const { account, sessionId, ...tokens } = await unitOfWork(context, SYSTEM, async (work) => {
      const made = await insertMember(work, joining, password_hash)
      const opened = await openSession(work, made)
      await queries.insertSignIn(work.tx, made.id, work, 'succeeded')
      await askForProof(work, made.id)
      return { ...opened, account: { ...made, email_verification_sent_at: work.now } }
    })
    return {
      ...tokens,
      user: ownUser(context, sessionId, account, null),
      verificationToken: handleOf(keys, account.id),
      ...duties(account, null),
    }
  } catch (error) {
    if (!isTaken(error, 'accounts_email_key')) throw error
    await tellOwner(context, joining.email)
    throw new ApiError('already_exists', 'User already exists', {
      errors: [{ path: 'email', msg: 'User already exists' }],
    })
  }
}

async function insertMember(
  work: Work<'lastingKeys'> & { caller: Caller },
  joining: Joining,
  password_hash: string,
): Promise<Account> {
  const { now } = work
  const account = await createAccount(work, {
    first_name: joining.firstName,
    last_name: joining.lastName,
    email: joining.email,
    date_of_birth: joining.dateOfBirth,
    time_zone: joining.timeZone ?? 'UTC',
    password_hash,
  })
  if (joining.acceptTerms) for (const kind of ['terms', 'age'] as const) await agreeTo(work.tx, account.id, kind, now)
  if (joining.acceptSpecialCategory) await agreeTo(work.tx, account.id, 'special_category', now)
  return account
}

async function tellOwner(context: Calling, email: string): Promise<void> {
  const ours = { key: `already:${hashOf(emailKey(email)).toString('base64url')}`, limit: 3, within: hours(24) }
  if (!(await context.budgets.allows(ours))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    const owner = await queries.accountByEmail(work.tx, email)
    if (owner) await queueMail(work, { to: owner.id, kind: 'already-registered', details: {} })
  })
}

const wrong = () => new ApiError('invalid_credentials', 'The e-mail address or the password is not right.')

/**
 * Signs in by password. Whatever is wrong, the answer and the work for it are the same: a hash is compared even where
 * there is no account.
 */
export async function login(context: Calling, email: string, password: string): Promise<SignedIn> {
  const { db, passwords, budgets, clock } = context
  const account = await queries.accountByEmail(db, email)
  const known = await queries.hasSignedInFrom(
    db,
    account?.id ?? null,
    networkOf(context.caller.address),
    later(clock.now(), -days(90)),
  )
  const spent = signInBudgets(context.caller, email, known)
  await budgets.spend(spent)
  const right = await passwords.matches(account?.password_hash, password)
  if (!account || !right) {
    // Some time after the answer, so that neither it nor the next one tells whether there was an account to write it to.
    if (account) setTimeout(() => void noteFailure(context, account.id), 500 + Math.random() * 1500).unref()
    throw wrong()
  }
  await budgets.refill(spent.filter(({ mine }) => mine).map(({ key }) => key))
  await challengeFor(context, account)
  return finishSignIn(context, account)
}

const noteFailure = (context: Calling, accountId: string) =>
  queries
    .insertSignIn(context.db, accountId, { caller: context.caller, now: context.clock.now() }, 'failed')
    .catch((error: unknown) => context.log.warn({ err: error }, 'sign-in record'))

/**
 * What a sign-in may cost, the narrowest first. The account's own and the overall budget count strangers alone, and are
 * wide: nobody locks a person out of where they signed in before, and whoever is somewhere new has the mailed link.
 */
function signInBudgets({ address }: Caller, email: string, known: boolean): (Budget & { mine?: true })[] {
  const who = hashOf(emailKey(email)).toString('base64url').slice(0, 22)
  const from = networkOf(address)
  const narrow = [
    { key: `login:pair:${who}:${from}`, limit: 10, within: minutes(15), mine: true as const },
    { key: `login:from:${from}`, limit: 100, within: minutes(15) },
  ]
  if (known) return narrow
  return [
    ...narrow,
    { key: `login:strangers:${who}`, limit: 1000, within: hours(1) },
    { key: 'login:overall', limit: 20_000, within: minutes(1) },
  ]
}

/** One answer for everything that can be wrong with a passkey: it tells nothing about passkeys or accounts. */
export const passkeyRefused = () => new ApiError('invalid_credentials', 'This passkey did not work. Please try again.')

/** By what somebody proved who they are, where it was more than a password. */
export type SignInProof = { secondFactor?: boolean; passkeyId?: string }

/** Opens the session of somebody who has proved who they are, by whatever means. */
export async function finishSignIn(
  context: Calling,
  account: Account,
  { secondFactor = false, passkeyId }: SignInProof = {},
): Promise<SignedIn> {
  const { db, keys } = context
  const { sessionId, ...tokens } = await unitOfWork(context, asMember(account.id), async (work) => {
    const held = await queries.holdAccount(work.tx, account.id)
    if (
      !held ||
      held.state === 'erased' ||
      held.password_hash !== account.password_hash ||
      held.is_admin !== account.is_admin ||
      (passkeyId !== undefined && !(await queries.hasPasskey(work.tx, passkeyId)))
    )
      throw passkeyId === undefined ? wrong() : passkeyRefused()
    const opened = await openSession(work, account, secondFactor)
    if (await queries.isNewDevice(work.tx, account.id, work.caller.userAgent, later(work.now, -days(90))))
      await tellOfNewDevice(work, account)
    await queries.insertSignIn(work.tx, account.id, work, 'succeeded')
    return opened
  })
  const profile = await profileOf(db, account.id)
  const due = duties(account, profile)
  return {
    ...tokens,
    user: ownUser(context, sessionId, account, profile),
    ...due,
    ...(due.requiresVerification ? { verificationToken: handleOf(keys, account.id) } : {}),
  }
}

const tellOfNewDevice = (work: Work<'config' | 'jobs' | 'keys'> & { caller: Caller }, account: Account) =>
  queueMail(work, {
    to: account.id,
    kind: 'new-device',
    details: { device: deviceOf(work.caller.userAgent), address: work.caller.address, at: work.now.toUTCString() },
  })
