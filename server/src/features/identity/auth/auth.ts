import { ApiError, message, type Provider, type SignedIn, YOUNGEST } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { queueMail } from '../../delivery/index.ts'
import { createAccount } from '../account/account.ts'
import { findAccountByEmail } from '../account/queries.ts'
import { admissionOf, assertMayJoin, beginAdmission, beginningOf } from '../admission/admission.ts'
import { findSignIn, insertSignIn, saveSignIn } from './queries.ts'
import { warnOfWrongPasswords } from './warn-of-guesses.ts'
import { relyingPartyOf } from '../passkeys/passkeys.ts'
import { passwordProblem } from '../passwords/choose-password.ts'
import { demandSecondFactor, requireSecondFactor } from '../second-factor/second-factor.ts'
import { newSession, openSession } from '../sessions/sessions.ts'
import { mayMailJoiner, sendVerification, verificationHandleOf } from '../verification/verification.ts'
import { configurationOf, requiredTermsSoon } from '../../operations/index.ts'
import {
  acceptedKinds,
  type AgeRule,
  ageProblem,
  onboardingOf,
  recordConsents,
  toOwnUser,
} from '../../profiles/index.ts'
import { type Caller, deviceOf, networkOf, subnetOf } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { type Budget, countsWithin, unspent } from '../../../infra/budgets.ts'
import { days, hours, minutes } from '../../../infra/clock.ts'
import { type Db, isTaken, retryOnConflict, type Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { nameProblem } from '../../../infra/names.ts'
import { asAccount, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

const wrongPassword = () => new ApiError('invalid_credentials', 'Wrong email or password')

/** A single error for any problem with a passkey, so that it reveals nothing about the account. */
export const passkeyRefused = () => new ApiError('invalid_credentials', 'This passkey didn’t work. Please try again.')

type SignInProof = { secondFactor?: boolean; passkeyId?: string; provider?: Provider }

export async function finishSignIn(
  context: Deps & { caller: Caller },
  account: Account,
  { secondFactor = false, passkeyId, provider }: SignInProof = {},
): Promise<SignedIn> {
  const { db, keys, caller, clock, config } = context
  const { session, tokens } = await newSession({ keys, caller, now: clock.now() }, account, {
    secondFactor,
    isByFactor: secondFactor || provider !== undefined,
  })
  const proof = { account, passkeyId, provider, passkeyHost: config.passkeyHost, network: networkOf(caller.address) }
  const save = (tx: Db | Tx, unlessNew: boolean) => saveSignIn(tx, { session, proof, unlessNew })
  const quick = await retryOnConflict(() => save(db, true))
  const { outcome, profile, consents, termsVersion } =
    quick.outcome === 'new-device'
      ? await unitOfWork(context, asAccount(account), async (work) => {
          const saved = await save(work.tx, false)
          if (saved.outcome === 'opened') await mailAboutNewDevice(work, account)
          return saved
        })
      : quick
  if (outcome === 'factor') await requireSecondFactor(context, account)
  if (outcome !== 'opened') throw passkeyId === undefined ? wrongPassword() : passkeyRefused()
  const requiredTerms = await requiredTermsSoon(context)
  const due = onboardingOf(account, profile, { consents, termsVersion, requiredTerms })
  return {
    ...tokens,
    user: toOwnUser(context, session.id, account, profile),
    ...due,
    ...(due.requiresVerification ? { verificationToken: verificationHandleOf(keys, account.id) } : {}),
  }
}

const mailAboutNewDevice = (work: Work<'config' | 'jobs' | 'keys'> & { caller: Caller }, account: Account) =>
  queueMail(work, {
    to: account.id,
    kind: 'new-device',
    details: { device: deviceOf(work.caller.userAgent), address: work.caller.address, at: work.now },
  })

/**
 * Limits for signing in by password. Each pair of an address and a network has its own allowance, and so has a browser
 * that the account has signed in with from there. What counts for everyone in a network, for the account or for all
 * counts failures only.
 */
function signInBudgets({ address, userAgent }: Caller, email: string, isKnownBrowser: boolean) {
  const who = hashOf(emailKey(email)).toString('base64url').slice(0, 22)
  const from = networkOf(address)
  const browser = isKnownBrowser ? `:${hashOf(userAgent).toString('base64url')}` : ''
  return {
    pair: { key: `login:pair:${who}:${from}${browser}`, limit: 10, within: minutes(15) },
    failures: [
      { key: `login:from:${from}`, limit: 100, within: minutes(15) },
      { key: `login:strangers:${who}`, limit: 1000, within: hours(1) },
      { key: 'login:overall', limit: 20_000, within: minutes(1) },
    ],
  }
}

type CallerDeps = Deps & { caller: Caller }

/** The response and the work are the same for any failure: a hash is compared even if there is no such account. */
export async function login(context: CallerDeps, email: string, password: string): Promise<SignedIn> {
  const { db, config, passwords, budgets, caller, clock } = context
  const { account, known, required } = await findSignIn(db, config, {
    email,
    network: networkOf(caller.address),
    userAgent: caller.userAgent,
    now: clock.now(),
  })
  const { pair, failures } = signInBudgets(caller, email, known.browser)
  // Where the account has signed in before, the failures of others don't keep its owner out. For anyone else, being
  // refused takes as long as a wrong password, which gets the same answer then: it would reveal that network.
  await budgets.spend(known.network ? [pair] : [pair, ...failures.map(unspent)]).catch(async (error: unknown) => {
    await passwords.pretend()
    throw error
  })
  const isRight = await passwords.matches(account?.password_hash, password)
  if (!account || !isRight) {
    if (account) saveFailureLater(context, account.id)
    await budgets.spend(failures)
    throw wrongPassword()
  }
  await budgets.refill([pair.key])
  await demandSecondFactor(context, account, required, { password: true })
  return finishSignIn(context, account)
}

/** The delay after the response keeps timing from revealing whether the account exists. */
function saveFailureLater(context: CallerDeps, accountId: string): void {
  const { db, caller, clock, log } = context
  const save = () =>
    insertSignIn(db, accountId, { caller, now: clock.now() }, 'failed')
      .then(() => warnOfWrongPasswords(context, accountId))
      .catch((error: unknown) => log.warn({ err: error }, 'sign-in record'))
  setTimeout(() => void save(), 500 + Math.random() * 1500).unref()
}

type RegisterInput = {
  firstName: string
  lastName: string
  email: string
  dateOfBirth: string
  acceptTerms?: boolean | undefined
  acceptSpecialCategory?: boolean | undefined
  timeZone?: string | undefined
  invitation?: string | undefined
} & ({ password: string } | { passkey: true })

export async function register(context: CallerDeps, input: RegisterInput) {
  await assertMayRegister(context, input)
  const rules = await admissionOf(context)
  await assertMayJoin(context, rules, input)
  const passwordHash = await passwordHashOf(context, input)
  const isMailed = await mayMailJoiner(context, input.email)
  try {
    const { account, sessionId, ...tokens } = await unitOfWork(context, SYSTEM, async (work) => {
      const joined = await createMember(work, { ...input, admission: beginningOf(rules) }, passwordHash)
      const session = await openSession(work, joined)
      await insertSignIn(work.tx, joined.id, work, 'succeeded')
      if (isMailed) await sendVerification(work, joined.id)
      // Takes the invitation late, because others who use it at the same time wait until this ends.
      const created = await beginAdmission(work, joined, { ...input, rules })
      // Checked at the end, so that a burst of requests learns as little as sequential ones.
      await assertMayFind(context, work.tx)
      return { ...session, account: { ...created, email_verification_sent_at: isMailed ? work.now : null } }
    })
    return {
      ...tokens,
      user: toOwnUser(context, sessionId, account, null),
      verificationToken: verificationHandleOf(context.keys, account.id),
      ...onboardingOf(account, null, { consents: acceptedKinds(input), termsVersion: null, requiredTerms: null }),
    }
  } catch (error) {
    throw await refusalIfTaken(context, error, input.email)
  }
}

/** Without a password, the answer takes as long. The passkey follows once the address is verified. */
async function passwordHashOf({ passwords }: Deps, input: RegisterInput): Promise<string | null> {
  if ('password' in input) return passwords.hash(input.password)
  await passwords.matches(null, '')
  return null
}

/** The answer if an address is taken, which the network's limit counts and its owner hears about. */
export async function refusalIfTaken(context: CallerDeps, error: unknown, email: string): Promise<unknown> {
  if (!isTaken(error, 'accounts_email_key')) return error
  await spendFound(context, email)
  await notifyOwner(context, email)
  return new ApiError('already_exists', 'User already exists', {
    errors: [{ path: 'email', msg: 'User already exists' }],
  })
}

async function assertMayRegister(context: CallerDeps, input: RegisterInput): Promise<void> {
  if ('passkey' in input) relyingPartyOf(context.config)
  const { brand, house } = await configurationOf(context)
  const rule = { brand, minimumAge: house?.minimumAge ?? YOUNGEST }
  const refusal = refusalOf(input, context.clock.now(), rule)
  if (refusal) throw refusal
  await spendRegistration(context)
}

/** Limits registrations and corrections of their addresses alike, because both find out whether an address is taken. */
export async function spendRegistration(context: CallerDeps): Promise<void> {
  const { budgets, caller } = context
  await budgets.spend([{ key: `register:from:${networkOf(caller.address)}`, limit: 300, within: hours(1) }])
  await assertMayFind(context)
}

/**
 * After a network has found this many different taken addresses, or its neighborhood four times as many, it gets 429 for
 * any address, taken or not, so that no one can look up a list of people.
 */
const takenBudgets = ({ caller }: CallerDeps): Budget[] => [
  { key: `register:taken:${networkOf(caller.address)}`, limit: 10, within: hours(1) },
  { key: `register:taken-near:${subnetOf(caller.address)}`, limit: 40, within: hours(1) },
]

export async function assertMayFind(context: CallerDeps, tx?: Tx): Promise<void> {
  for (const budget of takenBudgets(context)) await context.budgets.assertLeft(budget, tx)
}

/** Finding the same address again reveals nothing, so one address can't use up what others there may try. */
async function spendFound(context: CallerDeps, email: string): Promise<void> {
  const who = hashOf(emailKey(email)).toString('base64url')
  const isNew = { key: `register:found:${who}:${networkOf(context.caller.address)}`, limit: 1, within: hours(1) }
  if (await context.budgets.allows(isNew)) await context.budgets.spend(takenBudgets(context))
}

/** Reports all problems together, so that people fix them in one go. The first decides the error's code. */
function refusalOf(input: RegisterInput, now: Date, rule: AgeRule): ApiError | undefined {
  const { brand } = rule
  const owner = { first_name: input.firstName, last_name: input.lastName, email: input.email }
  const tooWeak = 'password' in input ? passwordProblem(input.password, owner, brand) : undefined
  const problems = [
    { path: 'firstName', msg: nameProblem(owner, brand) },
    { path: 'dateOfBirth', msg: ageProblem(input.dateOfBirth, now, rule) },
    {
      path: 'acceptTerms',
      msg: input.acceptTerms === false ? message('Please agree to the terms to join.') : undefined,
    },
    { path: 'password', msg: tooWeak },
  ]
  const errors = problems.flatMap(({ path, msg }) => (msg === undefined ? [] : [{ path, msg }]))
  const [first] = errors
  return first && new ApiError(first.msg === tooWeak ? 'weak_password' : 'invalid_request', first.msg, { errors })
}

async function createMember(
  work: Work<'config' | 'jobs'> & { caller: Caller },
  input: RegisterInput & { admission: string | null },
  passwordHash: string | null,
): Promise<Account> {
  const { caller } = work
  const account = await createAccount(work, {
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    date_of_birth: input.dateOfBirth,
    time_zone: input.timeZone ?? 'UTC',
    language: caller.language,
    password_hash: passwordHash,
    admission: input.admission,
  })
  await recordConsents(work, account.id, acceptedKinds(input))
  return account
}

/** At most one email a day tells the owner of a taken address that someone tried to use it, here or in their settings. */
export const mayNotifyOwner = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, email: string): Promise<boolean> =>
  countsWithin(db, clock.now(), {
    key: `already:${hashOf(emailKey(email)).toString('base64url')}`,
    limit: 1,
    within: days(1),
  })

async function notifyOwner(context: CallerDeps, email: string): Promise<void> {
  if (!(await mayNotifyOwner(context, email))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    const owner = await findAccountByEmail(work.tx, email)
    if (owner) await queueMail(work, { to: owner.id, kind: 'already-registered', details: {} })
  })
}
