import type { verification } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { networkOf, type Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { hours } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { hashOf } from '../../infra/keys.ts'
import { challengeFor } from '../second-factor/service.ts'
import { currentTokens, openSession } from '../sessions/service.ts'
import { ownUser } from '../users/service.ts'
import * as queries from './queries.ts'
import { proveAddress, resetPassword } from './service.ts'

/** Mail that anybody can cause is rationed: for the address it goes to, and for the network that asks. */
const ration = ({ budgets }: Deps, { address }: Caller, kind: string, email: string) =>
  budgets.spend([
    { key: `${kind}:to:${hashOf(email.trim().toLowerCase()).toString('base64url')}`, limit: 5, within: hours(1) },
    { key: `${kind}:from:${networkOf(address)}`, limit: 30, within: hours(1) },
  ])

export const verificationHandlers: Handlers<typeof verification> = {
  verifyEmail: async (context, { body }) => {
    const { viewer, budgets, caller, db, clock } = context
    await budgets.spend([{ key: `verify:from:${networkOf(caller.address)}`, limit: 60, within: hours(1) }])
    const accountId = await proveAddress(context, body, viewer?.account.id)
    const account = await queries.accountById(db, accountId)
    const user = ownUser(account, clock.now())
    if (viewer?.account.id === accountId) return { ...(await currentTokens(context, viewer.sessionId)), user }
    await challengeFor(context, account)
    return { ...(await transaction(db, (tx) => openSession(tx, context, account))), user }
  },
  // The asking costs the same whether or not there is such an account: the work is done afterwards, by a job.
  resendVerification: async (context, { body }) => {
    const email = context.viewer?.account.email ?? body.email ?? ''
    await ration(context, context.caller, 'resend', email)
    await transaction(context.db, (tx) => context.jobs.add(tx, 'send-proof', { email }))
    return { emailVerificationSent: true }
  },
  forgotPassword: async (context, { body }) => {
    await ration(context, context.caller, 'forgot', body.email)
    await transaction(context.db, (tx) => context.jobs.add(tx, 'send-reset', { email: body.email.slice(0, 300) }))
    return { done: true }
  },
  resetPassword: async (context, { body }) => {
    await context.budgets.spend([
      { key: `reset:from:${networkOf(context.caller.address)}`, limit: 30, within: hours(1) },
    ])
    await resetPassword(context, body.token, body.password)
    return { done: true }
  },
}
