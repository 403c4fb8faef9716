import {
  ApiError,
  message,
  MOST_PASSKEYS,
  type NewPasskeyQuestion,
  type PasskeyQuestion,
  type PasskeyRegistration,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { lockOwnCredentials } from '../account/account.ts'
import { deletePasskey, deletePasskeysOf, insertPasskey, listPasskeys, type PasskeyRow } from './queries.ts'
import { hasNoAttestation, providerOfPasskey, userHandleOf } from './rules.ts'
import { hasIdentity } from '../providers/queries.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { hasConfirmedFactor } from '../second-factor/queries.ts'
import { issueSecret, redeemToken } from '../secrets/secrets.ts'
import { markBothFactors } from '../sessions/queries.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { type Caller, deviceOf } from '../../../http/caller.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { isTaken, type Tx } from '../../../infra/db/db.ts'
import { write } from '../../../infra/language/write.ts'
import { isStaff, type RoleColumns } from '../../../infra/staff.ts'
import { asAccount, type Opening, OPERATOR, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import type { SecretPurpose } from '../secrets/queries.ts'

// The challenge that a browser signs with a passkey. It is a row of `secrets`: valid once, for five minutes, for one
// purpose, and except at sign-in for one account and session. The library for passkeys also parses certificates and has
// hundreds of files, so it is loaded with the first passkey rather than at the start of a server or command.

export type PasskeyDeps = Opening & Pick<Deps, 'keys' | 'config'>

export type Ceremony = {
  purpose: Extract<SecretPurpose, `passkey-${string}`>
  accountId: string | null
  sessionId?: string
}

const CHALLENGE_LASTS = minutes(5)

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

const toDescriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

async function recordPasskeyChange(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  { id, name }: PasskeyRow,
  change: 'added' | 'removed',
): Promise<void> {
  await mailOwners(work, account.id, (link) => ({
    kind: `passkey-${change}`,
    details: { name, at: work.now, ...link },
  }))
  await audit(work, { action: `passkey.${change}`, subjectId: account.id, details: { passkeyId: id } })
}

/** COSE algorithms, shortest signatures first: EdDSA, ES256 and RS256. */
const SIGNATURES = [-8, -7, -257]

const registrationCeremony = ({ account, sessionId }: Viewer) =>
  ({ purpose: 'passkey-add', accountId: account.id, sessionId }) as const

type Registration = { aaguid: string; credential: { id: string; publicKey: Uint8Array; counter: number } }

const refused = () => new ApiError('invalid_secret', 'We couldn’t add this passkey. Please try again.')

/** The passkey must sign our challenge for our address, and its owner must unlock it. */
async function verifyRegistration(
  context: PasskeyDeps,
  viewer: Viewer,
  passkey: PasskeyRegistration,
): Promise<Registration> {
  const { host, origin } = relyingPartyOf(context.config)
  const { clientDataJSON, attestationObject } = passkey.response
  const challenge = await redeemChallenge(context, registrationCeremony(viewer), clientDataJSON)
  if (!challenge) throw refused()
  try {
    if (!(await hasNoAttestation(attestationObject)))
      throw new Error('A statement about the device, which nobody asked for.')
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: passkey.id,
        rawId: passkey.rawId,
        type: passkey.type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: SIGNATURES,
    })
    if (verified && registrationInfo.credential.id === passkey.id) return registrationInfo
  } catch (error) {
    context.log.info({ err: error }, 'new passkey refused')
  }
  throw refused()
}

const tooMany = () =>
  new ApiError('conflict', message('You can have up to {most} passkeys. Remove one first.', { most: MOST_PASSKEYS }))

/** Requests a passkey that the browser can find without an account, and that its owner must unlock. */
export async function startPasskey(context: Deps, viewer: Viewer): Promise<NewPasskeyQuestion> {
  const { account } = viewer
  const { host } = relyingPartyOf(context.config)
  const own = await listPasskeys(context.db, account.id)
  if (own.length >= MOST_PASSKEYS) throw tooMany()
  return {
    challenge: await issueChallenge(context, registrationCeremony(viewer)),
    rp: { id: host, name: await brandOf(context) },
    user: {
      id: userHandleOf(account.id),
      name: account.email ?? account.id,
      displayName: `${account.first_name} ${account.last_name}`,
    },
    pubKeyCredParams: SIGNATURES.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_LASTS,
    attestation: 'none',
    excludeCredentials: own.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

export async function addPasskey(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  passkey: PasskeyRegistration,
  name: string | undefined,
): Promise<PasskeyRow> {
  const { aaguid, credential } = await verifyRegistration(context, viewer, passkey)
  const values = {
    account_id: viewer.account.id,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    uses: credential.counter,
    host: relyingPartyOf(context.config).host,
    name: name ?? providerOfPasskey(aaguid) ?? write(context.caller.language, deviceOf(context.caller.userAgent)),
    transports: passkey.response.transports ?? [],
  }
  try {
    return await unitOfWork(context, asAccount(viewer.account), (work) => savePasskey(work, viewer, values))
  } catch (error) {
    if (isTaken(error)) throw new ApiError('conflict', 'You’ve already added this passkey.')
    throw error
  }
}

type NewPasskey = Omit<Parameters<typeof insertPasskey>[1], 'created_at'>

async function savePasskey(
  work: Work<'config' | 'jobs' | 'keys'>,
  viewer: Viewer,
  values: NewPasskey,
): Promise<PasskeyRow> {
  const { account, sessionId } = viewer
  await lockOwnCredentials(work.tx, viewer)
  if ((await listPasskeys(work.tx, account.id)).length >= MOST_PASSKEYS) throw tooMany()
  const added = await insertPasskey(work.tx, { ...values, created_at: work.now })
  await markBothFactors(work.tx, { accountId: account.id, sessionId }, { factor_at: work.now })
  await recordPasskeyChange(work, account, added, 'added')
  return added
}

export const noSuchPasskey = () => new ApiError('not_found', 'We couldn’t find this passkey.')

/** Refuses to remove the only way to sign in, or the only second factor of staff who need one. */
export async function removePasskey(context: Deps, viewer: Viewer, id: string): Promise<void> {
  const { config } = context
  const { account } = viewer
  await unitOfWork(context, asAccount(account), async (work) => {
    const credentials = await lockOwnCredentials(work.tx, viewer)
    const own = await listPasskeys(work.tx, account.id)
    const removed = own.find((each) => each.id === id)
    if (!removed) throw noSuchPasskey()
    const isLast = !own.some((each) => each.id !== id && each.host === config.passkeyHost)
    if (isLast) await assertCanLose(work.tx, config, account.id, credentials)
    await deletePasskey(work.tx, account.id, id)
    await recordPasskeyChange(work, account, removed, 'removed')
  })
}

async function assertCanLose(
  tx: Tx,
  config: Deps['config'],
  accountId: string,
  credentials: { password_hash: string | null } & RoleColumns,
): Promise<void> {
  if (credentials.password_hash === null && !(await hasIdentity(tx, accountId)))
    throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
  if (isStaff(credentials) && config.STAFF_2FA === 'required' && !(await hasConfirmedFactor(tx, accountId)))
    throw new ApiError('conflict', 'Administrators must use two-step verification. Set up another method first.')
}

/** Lets the operator help a member who lost the device with their passkeys. Returns false if there are none. */
export const removeAllPasskeys = (context: Opening, accountId: string): Promise<boolean> =>
  unitOfWork(context, OPERATOR, async (work) => {
    const removed = await deletePasskeysOf(work.tx, accountId)
    if (removed > 0)
      await audit(work, { action: 'passkey.removed', subjectId: accountId, details: { passkeys: removed } })
    return removed > 0
  })
