import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { networkOf, subnetOf, type Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { hours } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { nameProblem } from '../../../infra/names.ts'
import { brandOf } from '../../operations/index.ts'
import { acceptedKinds, ageProblem, onboardingOf, recordConsents, toOwnUser } from '../../profiles/index.ts'
import { findAccountByEmail } from '../account/accounts.sql.ts'
import { createAccount } from '../account/create-account.ts'
import { passwordProblem } from '../passwords/choose-password.ts'
import { openSession } from '../sessions/open-session.ts'
import { sendVerification } from '../verification/send-verification.ts'
import { verificationHandleOf } from '../verification/verification-handle.ts'
import { insertSignIn } from './sign-ins.sql.ts'

type CallerDeps = Deps & { caller: Caller }

type RegisterInput = {
  firstName: string
  lastName: string
  email: string
  password: string
  dateOfBirth: string
  acceptTerms?: boolean | undefined
  acceptSpecialCategory?: boolean | undefined
  timeZone?: string | undefined
}

export async function register(context: CallerDeps, input: RegisterInput) {
  await assertMayRegister(context, input)
  const passwordHash = await context.passwords.hash(input.password)
  try {
    const { account, sessionId, ...tokens } = await unitOfWork(context, SYSTEM, async (work) => {
      const created = await createMember(work, input, passwordHash)
      const session = await openSession(work, created)
      await insertSignIn(work.tx, created.id, work, 'succeeded')
      await sendVerification(work, created.id)
      // Checked at the end, so that a burst of requests learns as little as sequential ones.
      await context.budgets.assertLeft(takenBudget(context), work.tx)
      return { ...session, account: { ...created, email_verification_sent_at: work.now } }
    })
    return {
      ...tokens,
      user: toOwnUser(context, sessionId, account, null),
      verificationToken: verificationHandleOf(context.keys, account.id),
      ...onboardingOf(account, null, acceptedKinds(input)),
    }
  } catch (error) {
    if (!isTaken(error, 'accounts_email_key')) throw error
    await context.budgets.spend([takenBudget(context)])
    await notifyOwner(context, input.email)
    throw new ApiError('already_exists', 'User already exists', {
      errors: [{ path: 'email', msg: 'User already exists' }],
    })
  }
}

async function assertMayRegister(context: CallerDeps, input: RegisterInput): Promise<void> {
  const { clock, budgets, caller } = context
  const refusal = refusalOf(input, clock.now(), await brandOf(context))
  if (refusal) throw refusal
  await budgets.spend([{ key: `register:from:${networkOf(caller.address)}`, limit: 30, within: hours(1) }])
  await budgets.assertLeft(takenBudget(context))
}

/**
 * A network may hit this many taken addresses. Then it gets 429 for any address, taken or not, so that no one can look
 * up a list of people.
 */
const takenBudget = ({ caller }: CallerDeps): Budget => ({
  key: `register:taken:${subnetOf(caller.address)}`,
  limit: 10,
  within: hours(1),
})

/** Reports all problems together, so that people fix them in one go. The first decides the error's code. */
function refusalOf(input: RegisterInput, now: Date, brand: string): ApiError | undefined {
  const owner = { first_name: input.firstName, last_name: input.lastName, email: input.email }
  const tooWeak = passwordProblem(input.password, owner, brand)
  const problems = [
    { path: 'firstName', msg: nameProblem(owner, brand) },
    { path: 'dateOfBirth', msg: ageProblem(input.dateOfBirth, now, brand) },
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
  work: Work<'lastingKeys'> & { caller: Caller },
  input: RegisterInput,
  passwordHash: string,
): Promise<Account> {
  const { tx, now, caller } = work
  const account = await createAccount(work, {
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    date_of_birth: input.dateOfBirth,
    time_zone: input.timeZone ?? 'UTC',
    language: caller.language,
    password_hash: passwordHash,
  })
  await recordConsents(tx, account.id, acceptedKinds(input), now)
  return account
}

/** At most one email a day tells the owner of a taken address that someone tried to register with it. */
async function notifyOwner(context: CallerDeps, email: string): Promise<void> {
  const budget = { key: `already:${hashOf(emailKey(email)).toString('base64url')}`, limit: 1, within: hours(24) }
  if (!(await context.budgets.allows(budget))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    const owner = await findAccountByEmail(work.tx, email)
    if (owner) await queueMail(work, { to: owner.id, kind: 'already-registered', details: {} })
  })
}
