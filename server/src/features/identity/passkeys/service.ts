import { ApiError, MOST_PASSKEYS, type NewPasskeyQuestion, type PasskeyRegistration } from '@kindred/contract'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG } from '@simplewebauthn/server/helpers'
import type { Deps } from '../../../deps.ts'
import { deviceOf, type Caller } from '../../../http/caller.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { isTaken, type Tx } from '../../../infra/db/db.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { CHALLENGE_LASTS, challengeFor, handleOf, known, redeemChallenge, site, type Passkey } from './proving.ts'
import * as queries from './queries.ts'
import { keeperOf, saysNothingOfDevice } from './rules.ts'
import { asAccount, OPERATOR, type Opening, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

// Passkeys as their owner sees them in the settings: made, named, removed.

/** What every device can do: the small kinds of signatures first. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

const notGood = () => new ApiError('invalid_secret', 'This passkey could not be added. Please try again.')
const tooMany = () => new ApiError('conflict', `You can have ${MOST_PASSKEYS} passkeys. Remove one first.`)
const nowhere = () => new ApiError('not_found', 'There is no such passkey.')

const adding = ({ account, sessionId }: Viewer) =>
  ({ purpose: 'passkey-add', accountId: account.id, sessionId }) as const

/** What to ask the browser with for a new passkey: one that it can find by itself, and that its owner has to unlock. */
export async function startAdding(context: Deps, viewer: Viewer): Promise<NewPasskeyQuestion> {
  const { account } = viewer
  const { host } = site(context.config)
  const own = await queries.passkeysOf(context.db, account.id)
  if (own.length >= MOST_PASSKEYS) throw tooMany()
  return {
    challenge: await challengeFor(context, adding(viewer)),
    rp: { id: host, name: await brandOf(context) },
    user: {
      id: handleOf(account.id),
      name: account.email ?? account.id,
      displayName: `${account.first_name} ${account.last_name}`,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_LASTS,
    attestation: 'none',
    excludeCredentials: own.map(known),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

type Made = { aaguid: string; credential: { id: string; publicKey: Uint8Array; counter: number } }

/** What the browser made, if it is an answer to our question, at our address, unlocked by whoever is there. */
async function made(context: Deps, viewer: Viewer, passkey: PasskeyRegistration): Promise<Made> {
  const { host, origin } = site(context.config)
  const { clientDataJSON, attestationObject } = passkey.response
  const challenge = await redeemChallenge(context, adding(viewer), clientDataJSON)
  if (!challenge) throw notGood()
  try {
    if (!saysNothingOfDevice(attestationObject))
      throw new Error('A statement about the device, which nobody asked for.')
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
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified && registrationInfo.credential.id === passkey.id) return registrationInfo
  } catch (error) {
    context.log.info({ err: error }, 'new passkey refused')
  }
  throw notGood()
}

export async function addPasskey(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  passkey: PasskeyRegistration,
  name: string | undefined,
): Promise<Passkey> {
  const { account, sessionId } = viewer
  const { aaguid, credential } = await made(context, viewer, passkey)
  const values = {
    account_id: account.id,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    uses: credential.counter,
    host: site(context.config).host,
    name: name ?? keeperOf(aaguid) ?? deviceOf(context.caller.userAgent),
    transports: passkey.response.transports ?? [],
  }
  try {
    return await unitOfWork(context, asAccount(account), async (work) => {
      await queries.lockAccount(work.tx, account.id)
      if ((await queries.passkeysOf(work.tx, account.id)).length >= MOST_PASSKEYS) throw tooMany()
      const added = await queries.insertPasskey(work.tx, { ...values, created_at: work.now })
      await queries.noteBothFactors(work.tx, sessionId)
      await noteChange(work, account, added, 'added')
      return added
    })
  } catch (error) {
    if (isTaken(error)) throw new ApiError('conflict', 'This passkey has been added already.')
    throw error
  }
}

async function noteChange(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  { id, name }: Passkey,
  what: 'added' | 'removed',
): Promise<void> {
  const { now } = work
  await queueMail(work, { to: account.id, kind: `passkey-${what}`, details: { name, at: now.toUTCString() } })
  await audit(work, {
    action: `passkey.${what}`,
    subjectId: account.id,
    details: { passkeyId: id },
  })
}

export async function renamePasskey({ db }: Deps, { account }: Viewer, id: string, name: string): Promise<Passkey> {
  const renamed = await queries.renamePasskey(db, account.id, id, name)
  if (!renamed) throw nowhere()
  return renamed
}

/** Never the last way in, nor the only second factor of staff where one is required. */
export async function removePasskey(context: Deps, { account }: Viewer, id: string): Promise<void> {
  const { config } = context
  await unitOfWork(context, asAccount(account), async (work) => {
    const { password_hash, is_admin } = await queries.lockAccount(work.tx, account.id)
    const own = await queries.passkeysOf(work.tx, account.id)
    const removed = own.find((each) => each.id === id)
    if (!removed) throw nowhere()
    const isLast = !own.some((each) => each.id !== id && each.host === config.passkeyHost)
    if (isLast && password_hash === null && !(await queries.hasIdentity(work.tx, account.id)))
      throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
    if (isLast && is_admin && config.STAFF_2FA === 'required' && !(await queries.hasCode(work.tx, account.id)))
      throw new ApiError('conflict', 'Administrators here need a second factor. Set up another one first.')
    await queries.deletePasskey(work.tx, id)
    await noteChange(work, account, removed, 'removed')
  })
}

/** Whether somebody can sign in with a passkey here, asked while their account is locked. */
export async function hasPasskeyHere(tx: Tx, { passkeyHost }: Deps['config'], accountId: string): Promise<boolean> {
  return (await queries.passkeysOf(tx, accountId)).some(({ host }) => host === passkeyHost)
}

/** For the operator, where somebody lost the device that holds them. */
export const removeAllPasskeys = (context: Opening, accountId: string): Promise<boolean> =>
  unitOfWork(context, OPERATOR, async (work) => {
    const removed = await queries.deletePasskeysOf(work.tx, accountId)
    if (removed > 0)
      await audit(work, {
        action: 'passkey.removed',
        subjectId: accountId,
        details: { passkeys: removed },
      })
    return removed > 0
  })
