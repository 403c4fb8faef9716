import { ApiError, type Passkey, type PasskeyProof, type passkeyProofs, type passkeys } from '@kindred/contract'
import { type Caller, networkOf } from '../../../http/caller.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { hours, minutes, toInstant } from '../../../infra/clock.ts'
import { findAccount } from '../account/queries.ts'
import { finishSignIn, passkeyRefused } from '../auth/auth.ts'
import { answerChallenge, findChallengedAccount } from '../second-factor/second-factor.ts'
import { hasConfirmedFactor } from '../second-factor/queries.ts'
import { elevateSession, stepUpBudgets } from '../sessions/sessions.ts'
import {
  addPasskey,
  startPasskey,
  type Ceremony,
  issueChallenge,
  type PasskeyDeps,
  passkeyQuestion,
  redeemChallenge,
  relyingPartyOf,
  toQuestion,
  noSuchPasskey,
  removePasskey,
} from './passkeys.ts'
import { findPasskeyByCredential, listPasskeys, type PasskeyRow, savePasskeyName, saveUse } from './queries.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { accountIdOfHandle } from './rules.ts'

/** Requires user verification by the device. Returns undefined if anything is wrong. */
async function provePasskey(
  context: PasskeyDeps,
  ceremony: Ceremony,
  proof: PasskeyProof,
): Promise<PasskeyRow | undefined> {
  const { db, config, clock, log } = context
  const challenge = await redeemChallenge(context, ceremony, proof.response.clientDataJSON)
  if (!challenge || config.passkeyHost === null) return undefined
  const passkey = await findPasskeyByCredential(db, Buffer.from(proof.id, 'base64url'), config.passkeyHost)
  if (!passkey || !isForCeremony(passkey, ceremony, proof)) return undefined
  const uses = await verifiedUses(config, passkey, proof, challenge).catch((error: unknown) => {
    log.info({ err: error, passkeyId: passkey.id }, 'passkey refused')
    return undefined
  })
  return uses !== undefined && (await saveUse(db, passkey, uses, clock.now())) ? passkey : undefined
}

/** At sign-in, the passkey has to name its account. In other ceremonies, it has to belong to the known account. */
function isForCeremony({ account_id }: PasskeyRow, { accountId }: Ceremony, { response }: PasskeyProof): boolean {
  const named = response.userHandle ? accountIdOfHandle(response.userHandle) : undefined
  if (named !== undefined && named !== account_id) return false
  return accountId === null ? named !== undefined : accountId === account_id
}

/** The authenticator's use counter, if the signature is valid. */
async function verifiedUses(
  config: Deps['config'],
  passkey: PasskeyRow,
  { id, rawId, type, response }: PasskeyProof,
  challenge: string,
): Promise<number | undefined> {
  const { host, origin } = relyingPartyOf(config)
  const { clientDataJSON, authenticatorData, signature } = response
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.uses,
    },
  })
  return verified ? authenticationInfo.newCounter : undefined
}

async function renamePasskey({ db }: Deps, { account }: Viewer, id: string, name: string): Promise<PasskeyRow> {
  const renamed = await savePasskeyName(db, account.id, id, name)
  if (!renamed) throw noSuchPasskey()
  return renamed
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: toInstant(row.last_used_at),
})

const done = { done: true } as const

const SIGN_IN = { purpose: 'passkey-sign-in', accountId: null } as const
const stepUpCeremony = ({ viewer }: Context & { viewer: NonNullable<Context['viewer']> }) =>
  ({ purpose: 'passkey-step-up', accountId: viewer.account.id, sessionId: viewer.sessionId }) as const
const secondFactorCeremony = (accountId: string) => ({ purpose: 'passkey-second-factor', accountId }) as const

/** Limits stored challenges, not attempts: no one guesses a signature. Every visit to the sign-in page requests one. */
const challengeBudget = ({ address }: Caller) => ({
  key: `passkey-options:from:${networkOf(address)}`,
  limit: 3000,
  within: minutes(15),
})

export const passkeyHandlers: Handlers<typeof passkeys & typeof passkeyProofs> = {
  listPasskeys: async ({ db, viewer }) => {
    const rows = await listPasskeys(db, viewer.account.id)
    return { data: { passkeys: rows.map(toPasskey) } }
  },
  startPasskey: async (context) => {
    const { account } = context.viewer
    await context.budgets.spend([{ key: `passkey-add:${account.id}`, limit: 30, within: hours(1) }])
    return { data: await startPasskey(context, context.viewer) }
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
    await context.budgets.spend([challengeBudget(context.caller)])
    const { host } = relyingPartyOf(context.config)
    return { data: toQuestion(host, await issueChallenge(context, SIGN_IN)) }
  },
  signInWithPasskey: async (context, { body }) => {
    const passkey = await provePasskey(context, SIGN_IN, body.passkey)
    const account = passkey && (await findAccount(context.db, passkey.account_id))
    if (!account) throw passkeyRefused()
    return { data: await finishSignIn(context, account, { secondFactor: true, passkeyId: passkey.id }) }
  },
  startSecondFactorByPasskey: async (context, { body }) => {
    const accountId = await findChallengedAccount(context, body.challenge)
    if (!accountId) throw new ApiError('invalid_credentials', 'This took too long. Please sign in again.')
    const code = await hasConfirmedFactor(context.db, accountId)
    return { data: { code, passkey: await passkeyQuestion(context, secondFactorCeremony(accountId)) } }
  },
  secondFactorByPasskey: async (context, { body }) => {
    let passkeyId = ''
    const account = await answerChallenge(context, body.challenge, async (accountId) => {
      const passkey = await provePasskey(context, secondFactorCeremony(accountId), body.passkey)
      passkeyId = passkey?.id ?? ''
      return passkey !== undefined
    })
    if (!account) throw passkeyRefused()
    return { data: await finishSignIn(context, account, { secondFactor: true, passkeyId }) }
  },
  startStepUpByPasskey: async (context) => ({
    data: { passkey: await passkeyQuestion(context, stepUpCeremony(context)) },
  }),
  stepUpByPasskey: async (context, { body }) => {
    const { viewer, budgets, db, clock } = context
    await budgets.spend(stepUpBudgets(viewer))
    if (!(await provePasskey(context, stepUpCeremony(context), body.passkey))) throw passkeyRefused()
    await elevateSession(db, { ...viewer, secondFactor: true }, { now: clock.now(), byFactor: true })
    return done
  },
}
