import { ApiError, type PasskeyRegistration } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { type PasskeyDeps, redeemChallenge, relyingPartyOf } from './challenge.ts'
import { hasNoAttestation } from './rules.ts'

/** The signature algorithms that devices support, the shortest signatures first: EdDSA, ES256 and RS256 in COSE. */
export const SIGNATURES = [-8, -7, -257]

export const registrationCeremony = ({ account, sessionId }: Viewer) =>
  ({ purpose: 'passkey-add', accountId: account.id, sessionId }) as const

type Registration = { aaguid: string; credential: { id: string; publicKey: Uint8Array; counter: number } }

const refused = () => new ApiError('invalid_secret', 'We couldn’t add this passkey. Please try again.')

/** Checks that a new passkey answers our challenge, at our address, and was unlocked by its owner. */
export async function verifyRegistration(
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
