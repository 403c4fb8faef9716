import type { PasskeyProof } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { type Ceremony, type PasskeyDeps, redeemChallenge, relyingPartyOf } from './challenge.ts'
import { findPasskeyByCredential, saveUse, type PasskeyRow } from './passkeys.sql.ts'
import { accountIdOfHandle } from './rules.ts'

/** The passkey that signed the challenge, by someone whom its device verified. Undefined if anything is wrong. */
export async function provePasskey(
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

/** The authenticator's counter of uses, if the signature is right. */
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
