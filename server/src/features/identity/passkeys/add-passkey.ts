import { ApiError, MOST_PASSKEYS, type NewPasskeyQuestion, type PasskeyRegistration, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { type Caller, deviceOf } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork, type Work } from '../../../work.ts'
import { brandOf } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { markBothFactors } from '../sessions/sessions.sql.ts'
import {
  CHALLENGE_LASTS,
  issueChallenge,
  type PasskeyDeps,
  redeemChallenge,
  relyingPartyOf,
  toDescriptor,
} from './challenge.ts'
import { insertPasskey, listPasskeys, type PasskeyRow } from './passkeys.sql.ts'
import { recordPasskeyChange } from './record-passkey-change.ts'
import { hasNoAttestation, providerOfPasskey, userHandleOf } from './rules.ts'

/** In COSE, the shortest signatures first: EdDSA, ES256 and RS256. */
const SIGNATURES = [-8, -7, -257]

const registrationCeremony = ({ account, sessionId }: Viewer) =>
  ({ purpose: 'passkey-add', accountId: account.id, sessionId }) as const

type Registration = { aaguid: string; credential: { id: string; publicKey: Uint8Array; counter: number } }

const refused = () => new ApiError('invalid_secret', 'We couldn’t add this passkey. Please try again.')

/** The passkey must answer our challenge, at our address, and be unlocked by its owner. */
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

/** The browser must be able to find the passkey without an account, and its owner must unlock it. */
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
