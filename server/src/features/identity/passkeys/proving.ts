import { ApiError, type PasskeyProof, type PasskeyQuestion } from '@kindred/contract'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Selectable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { minutes } from '../../../infra/clock.ts'
import type { Passkeys } from '../../../infra/db/schema.ts'
import { issueSecret, redeemToken, type SecretPurpose } from '../secrets/service.ts'
import * as queries from './queries.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

// The proof that somebody holds a passkey. Its challenge is a row of `secrets`: good once, for minutes, for one purpose, and
// except at sign-in for one account and session.

export type Needs = Pick<Deps, 'db' | 'keys' | 'clock' | 'config' | 'log'>
export type Passkey = Selectable<Passkeys>
export type Ceremony = {
  purpose: Extract<SecretPurpose, `passkey-${string}`>
  /** Nobody yet at sign-in. */
  accountId: string | null
  sessionId?: string
}

export const CHALLENGE_LASTS = minutes(5)

/** The host and origin that a passkey has to be made and used at. */
export function site({ passkeyHost, PUBLIC_URL }: Deps['config']): { host: string; origin: string } {
  if (passkeyHost === null)
    throw new ApiError(
      'conflict',
      'Browsers allow passkeys only at an address with a name, over https or on localhost.',
    )
  return { host: passkeyHost, origin: new URL(PUBLIC_URL).origin }
}

/** A challenge for the browser. Earlier ones stay good: another tab may be waiting for its answer. */
export async function challengeFor(context: Needs, { purpose, accountId, sessionId }: Ceremony): Promise<string> {
  const payload = sessionId === undefined ? {} : { sessionId }
  const wish = { purpose, accountId, lasts: CHALLENGE_LASTS, keepEarlier: true, payload } as const
  return (await unitOfWork(context, SYSTEM, (work) => issueSecret(work, wish))).token
}

/** Uses up the challenge in what a browser signed, whatever becomes of the rest; nothing where it was not made for this. */
export async function redeemChallenge(
  { db, clock }: Needs,
  { purpose, accountId, sessionId }: Ceremony,
  clientDataJSON: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON)
  const redeemed = challenge && (await redeemToken(db, purpose, challenge, clock.now()))
  if (!redeemed || redeemed.account_id !== accountId || redeemed.payload['sessionId'] !== sessionId) return undefined
  return challenge
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

export const known = ({ credential_id, transports }: Passkey) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** What to ask a browser with; nothing where an account has no passkey for this host. */
export async function questionFor(context: Needs, ceremony: Ceremony): Promise<PasskeyQuestion | null> {
  const { passkeyHost } = context.config
  if (passkeyHost === null || ceremony.accountId === null) return null
  const own = (await queries.passkeysOf(context.db, ceremony.accountId)).filter(({ host }) => host === passkeyHost)
  if (own.length === 0) return null
  return asked(passkeyHost, await challengeFor(context, ceremony), own)
}

export const asked = (host: string, challenge: string, own: readonly Passkey[] = []): PasskeyQuestion => ({
  challenge,
  rpId: host,
  timeout: CHALLENGE_LASTS,
  userVerification: 'required',
  allowCredentials: own.map(known),
})

/** The passkey that this proves to be there, by somebody whom its device knows; nothing where anything is wrong. */
export async function prove(context: Needs, ceremony: Ceremony, proof: PasskeyProof): Promise<Passkey | undefined> {
  const { db, config, clock, log } = context
  const challenge = await redeemChallenge(context, ceremony, proof.response.clientDataJSON)
  if (!challenge || config.passkeyHost === null) return undefined
  const passkey = await queries.passkeyByCredential(db, Buffer.from(proof.id, 'base64url'), config.passkeyHost)
  if (!passkey || !isFor(passkey, ceremony, proof)) return undefined
  const uses = await verified(config, passkey, proof, challenge).catch((error: unknown) => {
    log.info({ err: error, passkeyId: passkey.id }, 'passkey refused')
    return undefined
  })
  return uses !== undefined && (await queries.noteUse(db, passkey.id, uses, clock.now())) ? passkey : undefined
}

/** Whoever signs in without an address is named by the passkey itself; elsewhere the account is known before. */
function isFor({ account_id }: Passkey, { accountId }: Ceremony, { response }: PasskeyProof): boolean {
  const handle = response.userHandle ? nameIn(response.userHandle) : undefined
  if (handle !== undefined && handle !== account_id) return false
  return accountId === null ? handle !== undefined : accountId === account_id
}

/** The account's id, as the authenticator keeps it. */
export const handleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')
const nameIn = (handle: string): string => Buffer.from(handle, 'base64url').toString('latin1')

async function verified(
  config: Deps['config'],
  passkey: Passkey,
  { id, rawId, type, response }: PasskeyProof,
  challenge: string,
): Promise<number | undefined> {
  const { host, origin } = site(config)
  const { clientDataJSON, authenticatorData, signature } = response
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
