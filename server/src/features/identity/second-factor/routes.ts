import { ApiError, type MessageDescriptor, message, type secondFactors } from '@kindred/contract'
import { generateSecret, generateURI } from 'otplib'
import type { Context, Handlers } from '../../../http/mount.ts'
import { minutes } from '../../../infra/clock.ts'
import { removeOwnSecondFactor, checkSecondFactor, recoveryCodes, stepOf } from './second-factor.ts'
import {
  countUnusedRecoveryCodes,
  findSecondFactor,
  markConfirmed,
  savePendingFactor,
  saveRecoveryCodes,
} from './queries.ts'
import { isStaff } from '../../../infra/staff.ts'
import type { Viewer } from '../../../http/session.ts'
import { elevateSession, stepUpBudgets, endSessions } from '../sessions/sessions.ts'
import type { Deps } from '../../../deps.ts'
import { decrypt, encrypt, hashOf, nameOfKey } from '../../../infra/keys.ts'
import { asAccount, type Opening, unitOfWork } from '../../../work.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/account.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { markBothFactors } from '../sessions/queries.ts'

async function startSetup(
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

/** Returns the recovery codes, which aren't shown again. */
async function confirmSetup(
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

type ViewerContext = Context & { viewer: NonNullable<Context['viewer']> }
type StepUpInput = { password?: string | undefined; code?: string | undefined }

/** Requires the second factor, or the password if there is none. */
async function stepUp(context: ViewerContext, input: StepUpInput): Promise<void> {
  const { viewer, budgets, db, clock } = context
  await budgets.spend(stepUpBudgets(viewer))
  if (!(await isProved(context, input))) throw new ApiError('invalid_credentials', refusalFor(viewer))
  await elevateSession(db, viewer, { now: clock.now(), byFactor: viewer.hasSecondFactor })
}

async function isProved(context: ViewerContext, { password, code }: StepUpInput): Promise<boolean> {
  const { account, hasSecondFactor } = context.viewer
  if (hasSecondFactor) return code !== undefined && checkSecondFactor(context, account.id, code)
  return context.passwords.matches(account.password_hash, password ?? '')
}

function refusalFor({ hasCode, hasSecondFactor, account }: Viewer): MessageDescriptor {
  if (hasCode) return message('Wrong code.')
  if (hasSecondFactor) return message('Please confirm with your passkey.')
  if (account.password_hash === null)
    return message('You don’t have a password. Please sign in again, then try once more.')
  return message('Wrong password.')
}

export const secondFactorHandlers: Handlers<typeof secondFactors> = {
  getSecondFactor: async ({ db, viewer, config }) => {
    const recoveryCodesLeft = await countUnusedRecoveryCodes(db, viewer.account.id)
    const required = isStaff(viewer.account) && config.STAFF_2FA === 'required'
    return { data: { enabled: viewer.hasCode, recoveryCodesLeft, required } }
  },
  startSecondFactor: async (context) => ({ data: await startSetup(context, context.viewer) }),
  confirmSecondFactor: async (context, { body }) => {
    await context.budgets.spend([{ key: `second-factor:${context.viewer.account.id}`, limit: 10, within: minutes(15) }])
    return { data: { recoveryCodes: await confirmSetup(context, context.viewer, body.code) } }
  },
  removeSecondFactor: async (context) => {
    await removeOwnSecondFactor(context, context.viewer)
    return { done: true }
  },
  stepUp: async (context, { body }) => {
    await stepUp(context, body)
    return { done: true }
  },
}
