import type { SignedIn } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { type Caller, networkOf } from '../../../http/caller.ts'
import { days, hours, later, minutes } from '../../../infra/clock.ts'
import { demandSecondFactor } from '../second-factor/challenge.ts'
import { finishSignIn, wrongPassword } from './finish-sign-in.ts'
import { findSignIn, insertSignIn } from './sign-ins.sql.ts'
import { warnOfWrongPasswords } from './warn-of-guesses.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'

type SignInBudget = Budget & { refill?: true }

/**
 * Limits for signing in by password, the narrowest first. A network that the account has signed in from before is
 * exempt from the limits for the account and for all sign-ins, so that owners can't be locked out where they are known.
 * Those limits are wide, and owners in a new place can still use an emailed link.
 */
function signInBudgets({ address }: Caller, email: string, isKnown: boolean): SignInBudget[] {
  const who = hashOf(emailKey(email)).toString('base64url').slice(0, 22)
  const from = networkOf(address)
  const narrow = [
    { key: `login:pair:${who}:${from}`, limit: 10, within: minutes(15), refill: true as const },
    { key: `login:from:${from}`, limit: 100, within: minutes(15) },
  ]
  if (isKnown) return narrow
  return [
    ...narrow,
    { key: `login:strangers:${who}`, limit: 1000, within: hours(1) },
    { key: 'login:overall', limit: 20_000, within: minutes(1) },
  ]
}

type CallerDeps = Deps & { caller: Caller }

/** Whatever is wrong, the answer and the work are the same: a hash is compared even if there is no such account. */
export async function login(context: CallerDeps, email: string, password: string): Promise<SignedIn> {
  const { db, config, passwords, budgets, caller, clock } = context
  const since = later(clock.now(), -days(90))
  const { account, known, required } = await findSignIn(db, config, {
    email,
    network: networkOf(caller.address),
    since,
  })
  const spent = signInBudgets(caller, email, known)
  await budgets.spend(spent)
  const isRight = await passwords.matches(account?.password_hash, password)
  if (!account || !isRight) {
    if (account) saveFailureLater(context, account.id)
    throw wrongPassword()
  }
  await budgets.refill(spent.filter(({ refill }) => refill).map(({ key }) => key))
  await demandSecondFactor(context, account, required, { password: true })
  return finishSignIn(context, account)
}

/** The delay after the answer keeps timing from revealing whether the account exists. */
function saveFailureLater(context: CallerDeps, accountId: string): void {
  const { db, caller, clock, log } = context
  const save = () =>
    insertSignIn(db, accountId, { caller, now: clock.now() }, 'failed')
      .then(() => warnOfWrongPasswords(context, accountId))
      .catch((error: unknown) => log.warn({ err: error }, 'sign-in record'))
  setTimeout(() => void save(), 500 + Math.random() * 1500).unref()
}
