import { ApiError } from '@kindred/contract'
import { timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { seal, type Keys } from '../../../infra/keys.ts'
import { takeOver } from '../account/service.ts'
import { audit } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { choosePassword } from '../passwords/service.ts'
import { issueSecret, redeemCode, redeemToken, revokeAllSecrets, revokeSecrets } from '../secrets/service.ts'
import { endSessions } from '../sessions/service.ts'
import * as queries from './queries.ts'
import { asMember, SYSTEM, type Opening, unitOfWork, type Work } from '../../../work.ts'

const LINK_LASTS = hours(24)
const CODE_LASTS = minutes(10)
const RESET_LASTS = minutes(15)

const handleMac = (key: KeyObject, accountId: string) => seal(key, 'verification-handle', accountId)

/** Names an account to the page that waits for its code. It opens nothing without the code. */
export const handleOf = (keys: Keys, accountId: string): string =>
  `${accountId}.${handleMac(keys.of('mailed-code')[0]!, accountId).toString('base64url')}`

function accountOf(keys: Keys, handle: string): string | undefined {
  const [, id, mac] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(handle) ?? []
  if (!id || !mac) return undefined
  const given = Buffer.from(mac, 'base64url')
  return keys.of('mailed-code').some((key) => timingSafeEqual(handleMac(key, id), given)) ? id : undefined
}

/** Sends the code and the link that prove an address. */
export async function askForProof(work: Work<'config' | 'jobs' | 'keys'>, accountId: string): Promise<void> {
  const { token, code } = await issueSecret(work, {
    purpose: 'verify-email',
    accountId,
    lasts: LINK_LASTS,
    codeLasts: CODE_LASTS,
  })
  const link = `${work.config.PUBLIC_URL}/verify-email#token=${token}`
  await queueMail(work, { to: accountId, kind: 'verification', details: { code, link } })
  await queries.noteAsked(work.tx, accountId, work.now)
}

export type Proof = { token?: string | undefined; verificationToken?: string | undefined; code?: string | undefined }

const notGood = () => new ApiError('invalid_secret', 'This code or link is not good any more. Ask for a new one.')

/**
 * Whose address was proved: by the link, by the code with its handle, or by the code of whoever is signed in. Someone who opens the
 * link elsewhere than where the account was made may never have heard of it: they get the account without what was set up in it.
 */
export async function proveAddress(
  context: Opening & Pick<Deps, 'keys' | 'bus'>,
  proof: Proof,
  signedInAs: string | undefined,
): Promise<string> {
  return unitOfWork(context, signedInAs ? asMember(signedInAs) : SYSTEM, async (work) => {
    const accountId = await proved(work, proof, signedInAs)
    if (!accountId) return undefined
    const elsewhere = proof.token !== undefined && signedInAs !== accountId
    if (elsewhere && (await queries.isUnproved(work.tx, accountId))) await takeOver(work, accountId)
    await queries.markVerified(work.tx, accountId, work.now)
    await revokeSecrets(work.tx, accountId, ['verify-email'], work.now)
    return accountId
  }).then((accountId) => {
    // Thrown outside, so that a wrong code's lost try is kept.
    if (!accountId) throw notGood()
    return accountId
  })
}

async function proved(
  work: Work<'keys'>,
  { token, verificationToken, code }: Proof,
  signedInAs: string | undefined,
): Promise<string | undefined> {
  if (token !== undefined) return (await redeemToken(work.tx, 'verify-email', token, work.now))?.account_id ?? undefined
  const accountId = verificationToken === undefined ? signedInAs : accountOf(work.keys, verificationToken)
  if (!accountId || code === undefined) return undefined
  return (await redeemCode(work, 'verify-email', accountId, code.replace(/[\s-]/g, ''))) ? accountId : undefined
}

/** What the job does for whoever asked: nobody can tell from the asking whether there was anything to do. */
export async function sendAnotherProof(context: Deps, accountId: string): Promise<void> {
  if (!(await context.budgets.allows({ key: `resend:to:${accountId}`, limit: 20, within: hours(1) }))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (await queries.isUnproved(work.tx, accountId)) await askForProof(work, accountId)
  })
}

export async function sendResetLink(context: Deps, accountId: string): Promise<void> {
  if (!(await context.budgets.allows({ key: `forgot:to:${accountId}`, limit: 20, within: hours(1) }))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (!(await queries.exists(work.tx, accountId))) return
    const { token } = await issueSecret(work, {
      purpose: 'reset-password',
      accountId,
      lasts: RESET_LASTS,
      keepEarlier: true,
    })
    await queueMail(work, {
      to: accountId,
      kind: 'reset-password',
      details: { link: `${work.config.PUBLIC_URL}/reset-password#token=${token}` },
    })
  })
}

/** A new password by the mailed link. Whoever has the link has the mailbox: the address is proved by it as well. */
export async function resetPassword(context: Deps, token: string, password: string): Promise<void> {
  const owner = await queries.ownerOfReset(context.db, token, context.clock.now())
  if (!owner) throw notGood()
  const hash = await choosePassword(context, password, owner)
  await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const redeemed = await redeemToken(tx, 'reset-password', token, now)
    if (!redeemed?.account_id) throw notGood()
    const accountId = redeemed.account_id
    if (await queries.isUnproved(work.tx, accountId)) await takeOver(work, accountId)
    await queries.setPassword(tx, accountId, hash)
    await revokeAllSecrets(tx, accountId, now)
    await endSessions(work, { accountId }, 'password_changed')
    await queueMail(work, { to: accountId, kind: 'password-changed', details: { at: now.toUTCString() } })
    await audit(work, {
      actor: asMember(accountId),
      action: 'password.reset',
      subjectId: accountId,
    })
  })
}
