import type { verification } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { networkOf, type Caller } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { ownUser, profileOf } from '../../profiles/index.ts'
import { challengeFor } from '../second-factor/service.ts'
import { currentTokens, openSession } from '../sessions/service.ts'
import * as queries from './queries.ts'
import { proveAddress, resetPassword } from './service.ts'
import { asMember, SYSTEM, unitOfWork } from '../../../work.ts'

/**
 * Mail that anybody can cause is rationed for each network that asks, so that a stranger cannot use up the ration of the
 * person whose address it is. What goes to one mailbox altogether is bounded by the job, in silence.
 */
const ration = ({ budgets }: Deps, { address }: Caller, kind: string, email: string) =>
  budgets.spend([
    {
      key: `${kind}:pair:${hashOf(emailKey(email)).toString('base64url')}:${networkOf(address)}`,
      limit: 5,
      within: hours(1),
    },
    { key: `${kind}:from:${networkOf(address)}`, limit: 30, within: hours(1) },
    { key: `${kind}:overall`, limit: 20_000, within: hours(1) },
  ])

/** An id for the job either way: nobody's where there is no such account, so that the asking costs the same. */
const whose = async ({ db }: Deps, email: string) => ({
  accountId: (await queries.idByEmail(db, email)) ?? randomUUID(),
})

export const verificationHandlers: Handlers<typeof verification> = {
  verifyEmail: async (context, { body }) => {
    const { viewer, budgets, caller, db } = context
    await budgets.spend([{ key: `verify:from:${networkOf(caller.address)}`, limit: 60, within: hours(1) }])
    const accountId = await proveAddress(context, body, viewer?.account.id)
    const account = await queries.accountById(db, accountId)
    const profile = await profileOf(db, accountId)
    if (viewer?.account.id === accountId)
      return {
        ...(await currentTokens(context, viewer.sessionId)),
        user: ownUser(context, viewer.sessionId, account, profile),
      }
    await challengeFor(context, account)
    const { sessionId, ...tokens } = await unitOfWork(context, asMember(account.id), (work) =>
      openSession(work, account),
    )
    return { ...tokens, user: ownUser(context, sessionId, account, profile) }
  },
  // The asking costs the same whether or not there is such an account: the work is done afterwards, by a job.
  resendVerification: async (context, { body }) => {
    const email = context.viewer?.account.email ?? body.email ?? ''
    await ration(context, context.caller, 'resend', email)
    const job = await whose(context, email)
    await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'send-proof', job))
    return { emailVerificationSent: true }
  },
  forgotPassword: async (context, { body }) => {
    await ration(context, context.caller, 'forgot', body.email)
    const job = await whose(context, body.email)
    await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'send-reset', job))
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
