import { networkOf, type Caller } from '../../../http/caller.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'

type SignInBudget = Budget & { refill?: true }

/**
 * Limits for signing in by password, the narrowest first. A network from which the account has signed in before is
 * exempt from the limits for the account and for all sign-ins, so that nobody can lock owners out of where they are
 * known. Those limits are wide, and owners in a new place can still use an emailed link.
 */
export function signInBudgets({ address }: Caller, email: string, isKnown: boolean): SignInBudget[] {
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
