import type { SignedIn } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { networkOf, type Caller } from '../../../http/caller.ts'
import { days, later } from '../../../infra/clock.ts'
import { demandSecondFactor } from '../second-factor/challenge.ts'
import { finishSignIn, wrongPassword } from './finish-sign-in.ts'
import { signInBudgets } from './sign-in-budgets.ts'
import { findSignIn, insertSignIn } from './sign-ins.sql.ts'
import { warnOfWrongPasswords } from './warn-of-guesses.ts'

type CallerDeps = Deps & { caller: Caller }

/**
 * Signs in by password. Whatever is wrong, the answer and the work are the same: a hash is compared even if there is no
 * such account.
 */
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

/** Saves the attempt some time after the answer, so that no answer's timing shows whether the account exists. */
function saveFailureLater(context: CallerDeps, accountId: string): void {
  const { db, caller, clock, log } = context
  const save = () =>
    insertSignIn(db, accountId, { caller, now: clock.now() }, 'failed')
      .then(() => warnOfWrongPasswords(context, accountId))
      .catch((error: unknown) => log.warn({ err: error }, 'sign-in record'))
  setTimeout(() => void save(), 500 + Math.random() * 1500).unref()
}
