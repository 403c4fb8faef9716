import { ApiError, type passkeyProofs, type passkeys, type Passkey as PasskeyBody } from '@kindred/contract'
import { networkOf } from '../../../http/caller.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { finishSignIn, passkeyRefused } from '../auth/service.ts'
import { answerChallenge, challengedAccount } from '../second-factor/service.ts'
import { elevateSession, stepUpTries } from '../sessions/service.ts'
import { asked, challengeFor, prove, questionFor, site, type Passkey } from './proving.ts'
import * as queries from './queries.ts'
import { addPasskey, removePasskey, renamePasskey, startAdding } from './service.ts'

const done = { done: true } as const

const toPasskey = (row: Passkey): PasskeyBody => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const SIGN_IN = { purpose: 'passkey-sign-in', accountId: null } as const
const stepUp = ({ viewer }: Context & { viewer: NonNullable<Context['viewer']> }) =>
  ({ purpose: 'passkey-step-up', accountId: viewer.account.id, sessionId: viewer.sessionId }) as const
const secondFactor = (accountId: string) => ({ purpose: 'passkey-second-factor', accountId }) as const

/** A page asks when it is opened; an answer is worth a try at signing in. */
const ration = ({ budgets, caller }: Pick<Context, 'budgets' | 'caller'>, what: string, limit: number) =>
  budgets.spend([{ key: `passkey-${what}:from:${networkOf(caller.address)}`, limit, within: minutes(15) }])

export const passkeyHandlers: Handlers<typeof passkeys & typeof passkeyProofs> = {
  listPasskeys: async ({ db, viewer }) => {
    const rows = await queries.passkeysOf(db, viewer.account.id)
    return { data: { passkeys: rows.map(toPasskey) } }
  },
  startPasskey: async (context) => {
    const { account } = context.viewer
    await context.budgets.spend([{ key: `passkey-add:${account.id}`, limit: 30, within: hours(1) }])
    return { data: await startAdding(context, context.viewer) }
  },
  addPasskey: async (context, { body }) => ({
    data: { passkey: toPasskey(await addPasskey(context, context.viewer, body.passkey, body.name)) },
  }),
  renamePasskey: async (context, { params, body }) => ({
    data: { passkey: toPasskey(await renamePasskey(context, context.viewer, params.id, body.name)) },
  }),
  removePasskey: async (context, { params }) => {
    await removePasskey(context, context.viewer, params.id)
    return done
  },
  startPasskeySignIn: async (context) => {
    await ration(context, 'options', 300)
    const { host } = site(context.config)
    return { data: asked(host, await challengeFor(context, SIGN_IN)) }
  },
  signInWithPasskey: async (context, { body }) => {
    await ration(context, 'sign-in', 100)
    const passkey = await prove(context, SIGN_IN, body.passkey)
    const account = passkey && (await queries.accountById(context.db, passkey.account_id))
    if (!account) throw passkeyRefused()
    return { data: await finishSignIn(context, account, { secondFactor: true, passkeyId: passkey.id }) }
  },
  startSecondFactorByPasskey: async (context, { body }) => {
    await ration(context, 'second-factor', 100)
    const accountId = await challengedAccount(context, body.challenge)
    if (!accountId) throw new ApiError('invalid_credentials', 'This took too long. Please sign in again.')
    const [code, passkey] = [
      await queries.hasCode(context.db, accountId),
      await questionFor(context, secondFactor(accountId)),
    ]
    return { data: { code, passkey } }
  },
  secondFactorByPasskey: async (context, { body }) => {
    await context.budgets.spend([
      { key: `second-factor:from:${networkOf(context.caller.address)}`, limit: 30, within: minutes(15) },
    ])
    let passkeyId = ''
    const account = await answerChallenge(context, body.challenge, async (accountId) => {
      const passkey = await prove(context, secondFactor(accountId), body.passkey)
      passkeyId = passkey?.id ?? ''
      return passkey !== undefined
    })
    if (!account) throw passkeyRefused()
    return { data: await finishSignIn(context, account, { secondFactor: true, passkeyId }) }
  },
  startStepUpByPasskey: async (context) => ({ data: { passkey: await questionFor(context, stepUp(context)) } }),
  stepUpByPasskey: async (context, { body }) => {
    const { viewer, budgets, db, clock } = context
    await budgets.spend(stepUpTries(viewer))
    if (!(await prove(context, stepUp(context), body.passkey))) throw passkeyRefused()
    await elevateSession(db, { ...viewer, secondFactor: true }, clock.now())
    return done
  },
}
