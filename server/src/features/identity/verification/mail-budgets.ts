import { networkOf, type Caller } from '../../../http/caller.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { hours } from '../../../infra/clock.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'

/**
 * Limits for email that anyone can request. They count each network, so that a stranger can't use up the requests of
 * the owner. The job also limits what one mailbox receives, without an error.
 */
export const mailBudgets = ({ address }: Caller, kind: 'resend' | 'forgot', email: string): Budget[] => [
  {
    key: `${kind}:pair:${hashOf(emailKey(email)).toString('base64url')}:${networkOf(address)}`,
    limit: 5,
    within: hours(1),
  },
  { key: `${kind}:from:${networkOf(address)}`, limit: 30, within: hours(1) },
  { key: `${kind}:overall`, limit: 20_000, within: hours(1) },
]
