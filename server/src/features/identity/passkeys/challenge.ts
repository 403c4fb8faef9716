import { ApiError, type PasskeyQuestion } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { minutes } from '../../../infra/clock.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import type { SecretPurpose } from '../secrets/purposes.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { listPasskeys, type PasskeyRow } from './passkeys.sql.ts'

// The challenge that a browser signs with a passkey. It is a row of `secrets`: valid once, for five minutes, for one
// purpose, and except at sign-in for one account and session. The library for passkeys also parses certificates and has
// hundreds of files, so it is loaded with the first passkey rather than at the start of a server or command.

export type PasskeyDeps = Opening & Pick<Deps, 'keys' | 'config'>

export type Ceremony = {
  purpose: Extract<SecretPurpose, `passkey-${string}`>
  accountId: string | null
  sessionId?: string
}

export const CHALLENGE_LASTS = minutes(5)

export function relyingPartyOf({ passkeyHost, PUBLIC_URL }: Deps['config']): { host: string; origin: string } {
  if (passkeyHost === null)
    throw new ApiError('conflict', 'Passkeys only work on a site with a domain name and HTTPS, or on localhost.')
  return { host: passkeyHost, origin: new URL(PUBLIC_URL).origin }
}

/** Earlier challenges stay valid, because another tab may be waiting for its answer. */
export async function issueChallenge(
  context: PasskeyDeps,
  { purpose, accountId, sessionId }: Ceremony,
): Promise<string> {
  const payload = sessionId === undefined ? {} : { sessionId }
  const secret = { purpose, accountId, validFor: CHALLENGE_LASTS, allowSeveral: true, payload }
  return (await unitOfWork(context, SYSTEM, (work) => issueSecret(work, secret))).token
}

export async function redeemChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { purpose, accountId, sessionId }: Ceremony,
  clientDataJSON: string,
): Promise<string | undefined> {
  const challenge = await challengeIn(clientDataJSON)
  const redeemed = challenge && (await redeemToken(db, purpose, challenge, clock.now()))
  if (!redeemed || redeemed.account_id !== accountId || redeemed.payload['sessionId'] !== sessionId) return undefined
  return challenge
}

async function challengeIn(clientDataJSON: string): Promise<string | undefined> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    // The declared type is what browsers send. Anyone can send something else.
    const { challenge }: { challenge: unknown } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

export async function passkeyQuestion(context: PasskeyDeps, ceremony: Ceremony): Promise<PasskeyQuestion | null> {
  const { passkeyHost } = context.config
  if (passkeyHost === null || ceremony.accountId === null) return null
  const own = (await listPasskeys(context.db, ceremony.accountId)).filter(({ host }) => host === passkeyHost)
  if (own.length === 0) return null
  return toQuestion(passkeyHost, await issueChallenge(context, ceremony), own)
}

export const toQuestion = (host: string, challenge: string, own: readonly PasskeyRow[] = []): PasskeyQuestion => ({
  challenge,
  rpId: host,
  timeout: CHALLENGE_LASTS,
  userVerification: 'required',
  allowCredentials: own.map(toDescriptor),
})

export const toDescriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
})
