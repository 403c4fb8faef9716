import { ApiError } from '@kindred/contract'
import { generateSecret, generateURI } from 'otplib'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { decrypt, encrypt, hashOf, nameOfKey } from '../../../infra/keys.ts'
import { asAccount, type Opening, unitOfWork } from '../../../work.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { markBothFactors } from '../sessions/sessions.sql.ts'
import { recoveryCodes, stepOf } from './codes.ts'
import { findSecondFactor, markConfirmed, savePendingFactor, saveRecoveryCodes } from './second-factor.sql.ts'

/** Starts the setup with a secret for the app. It takes effect once a code confirms it. */
export async function startSetup(
  { db, keys, config }: Pick<Deps, 'db' | 'keys' | 'config'>,
  { account, hasCode }: Viewer,
): Promise<{ secret: string; address: string }> {
  if (hasCode) throw new ApiError('conflict', 'Two-step verification is already on. Turn it off first.')
  const secret = generateSecret()
  await savePendingFactor(db, account.id, {
    secret: encrypt(keys, 'second-factor', secret),
    sealed_with: nameOfKey(keys, 'second-factor'),
  })
  const issuer = await brandOf({ config, db })
  return { secret, address: generateURI({ issuer, label: account.email ?? account.id, secret }) }
}

const notStarted = () => new ApiError('conflict', 'Start the setup first.')

/** Turns the second factor on, and returns the recovery codes, which aren't shown again. */
export async function confirmSetup(
  context: Opening & Pick<Deps, 'keys' | 'bus' | 'config' | 'jobs'>,
  viewer: Viewer,
  code: string,
): Promise<string[]> {
  const { db, keys, clock } = context
  const { account, sessionId } = viewer
  const factor = await findSecondFactor(db, account.id)
  if (!factor || factor.confirmed_at) throw notStarted()
  const step = await stepOf(decrypt(keys, 'second-factor', factor.secret), code.trim(), factor.last_step, clock.now())
  if (step === undefined)
    throw new ApiError('invalid_credentials', 'Wrong code. Check that your device’s clock is right, then try again.')
  const codes = recoveryCodes()
  await unitOfWork(context, asAccount(account), async (work) => {
    const { tx, now } = work
    await lockOwnCredentials(tx, viewer)
    if (!(await markConfirmed(tx, account.id, factor.secret, step, now))) throw notStarted()
    // Other sessions were opened by the password alone. They have to sign in again with a code.
    await endSessions(work, { accountId: account.id, except: sessionId }, 'revoked')
    const hashes = codes.map((each) => hashOf(each.replaceAll('-', '')))
    await saveRecoveryCodes(tx, account.id, hashes)
    await markBothFactors(tx, { accountId: account.id, sessionId }, { elevated_at: now, factor_at: now })
    await mailOwners(work, account.id, (link) => ({ kind: 'second-factor-on', details: { at: now, ...link } }))
    await audit(work, { action: 'second-factor.enabled', subjectId: account.id })
  })
  return codes
}
