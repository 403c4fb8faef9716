import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { queueMail } from '../../delivery/index.ts'
import { findIdByEmail, isAddressReplaced, isLastAdministrator, lockAccount } from '../account/queries.ts'
import {
  type AddressChange,
  listDueChanges,
  listProvenAddresses,
  saveAddress,
  saveChange,
  takeChangeByLink,
  takeChangeOf,
  takeDueChange,
} from './queries.ts'
import { disownLink } from '../recovery/mail-owners.ts'
import { revokeSecrets } from '../secrets/secrets.ts'
import { sendVerification } from '../verification/verification.ts'
import { audit } from '../../operations/index.ts'
import type { Account } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { hashOf, randomToken } from '../../../infra/keys.ts'
import { type Actor, asMember, asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import type { SecretPurpose } from '../secrets/queries.ts'

/**
 * Cancels a change by staff through the link that was emailed to the old address. The new address gave no one access
 * yet, so nothing else changes. After the change takes effect, the owner gets a link that undoes it (below).
 */
export async function keepAddress(context: Deps, token: string): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const change = await takeChangeByLink(work.tx, hashOf(token))
    if (!change) throw new ApiError('invalid_secret', 'This link has expired.')
    await dropChange(work, change, asMember(change.account_id), 'address-change.objected')
  })
}

/** Cancels a pending change on behalf of staff. Returns false if there was none. */
export async function cancelAddressChange(work: Work<'config' | 'jobs' | 'keys'>, accountId: string): Promise<boolean> {
  const change = await takeChangeOf(work.tx, accountId)
  if (change) await dropChange(work, change, work.actor)
  return change !== undefined
}

async function dropChange(
  work: Work<'config' | 'jobs' | 'keys'>,
  { account_id, email }: AddressChange,
  actor: Actor = work.actor,
  action = 'address-change.canceled',
): Promise<void> {
  for (const { address, qualifies } of await listProvenAddresses(work.tx, account_id, work.now))
    if (qualifies)
      await queueMail(work, { to: account_id, address, kind: 'email-change-canceled', details: { address: email } })
  await audit(work, { actor, action, subjectId: account_id, details: { email } })
}

/** Secrets emailed to an address. They expire when the account's address changes. */
export const FOR_OLD_ADDRESS: readonly SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'export-own',
]

/**
 * Emails a link that undoes the change to the addresses that the account had proven. An address that was never verified
 * may be a stranger's, because of a typo, and gets nothing. One that was proven only briefly may be a thief's, and gets
 * no link.
 */
export async function offerUndo(
  work: Work<'config' | 'jobs' | 'keys'>,
  account: Account,
  email: string,
): Promise<void> {
  const changed = { to: account.id, kind: 'email-changed' as const }
  const owners = (await listProvenAddresses(work.tx, account.id, work.now)).filter(
    (each) => each.qualifies && each.emailKey !== emailKey(email),
  )
  for (const { address } of owners) {
    const link = await disownLink(work, account.id, address)
    await queueMail(work, { ...changed, address, details: { address: email, link } })
  }
  if (!account.email || !account.email_verified_at) return
  if (!owners.some(({ emailKey: key }) => key === account.email_key))
    await queueMail(work, { ...changed, address: account.email, details: { address: email, link: null } })
}

export async function applyAddressChanges(context: Deps): Promise<void> {
  await forEachSeparately(await listDueChanges(context.db, context.clock.now()), (id) => applyOne(context, id))
}

async function applyOne(context: Deps, accountId: string, isRefused = false): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const account = await lockAccount(work.tx, accountId)
    const change = await takeDueChange(work.tx, accountId, work.now)
    if (!change) return
    if (isRefused || (await isObsolete(work, account, change))) await dropChange(work, change)
    else await apply(work, account, change)
  }).catch((error: unknown) => {
    if (isRefused || !isTaken(error, 'accounts_email_key')) throw error
    return applyOne(context, accountId, true)
  })
}

/**
 * A change is obsolete if the owner has proven an address of their own after the request, or if it would leave no
 * administrator.
 */
const isObsolete = async ({ tx }: Work, account: Account, { asked_at }: AddressChange): Promise<boolean> =>
  account.email === null ||
  (account.email_verified_at !== null && account.email_verified_at > asked_at) ||
  (account.is_admin && (await isLastAdministrator(tx, account.id)))

/**
 * The account keeps its password, identities, passkeys, second factors and sessions. The new address is unverified, and
 * confirming it gives no access to the account.
 */
async function apply(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  account: Account,
  { email, changed_by }: AddressChange,
): Promise<void> {
  const { tx, now } = work
  const { id } = account
  await saveAddress(tx, id, { email, email_key: emailKey(email), email_verified_at: null })
  await work.jobs.add(tx, 'match-contacts', { accountId: id })
  await revokeSecrets(tx, id, FOR_OLD_ADDRESS, now)
  await offerUndo(work, account, email)
  await sendVerification(work, id)
  await audit(work, {
    actor: asStaff(changed_by),
    action: 'address-change.applied',
    subjectId: id,
    details: { email: { before: account.email, after: email } },
  })
}

/** The owner can object this long before a change by staff takes effect. */
const WAITS = hours(24)

export const addressTaken = () => new ApiError('conflict', 'Another account already uses this email.')

/**
 * If the owner has ever proven an address, the change waits for a day, and they get a link that cancels it. Otherwise,
 * anyone who talks a staff member into a change would get the account. No one can object for a sign-up that was never
 * confirmed, so a correction applies immediately.
 */
export async function replaceAddress(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
  by: string,
  email: string,
): Promise<'now' | 'later'> {
  const { tx } = work
  const account = await lockAccount(tx, accountId)
  const email_key = emailKey(email)
  // The same mailbox in another spelling stays verified.
  if (account.email_key === email_key) {
    await saveAddress(tx, accountId, { email, email_key })
    return 'now'
  }
  if (account.email_verified_at || (await isAddressReplaced(tx, accountId))) {
    await planChange(work, { account, by, email })
    return 'later'
  }
  await correctAddress(work, accountId, email)
  return 'now'
}

/** Replaces an address that was never confirmed. What was sent to it stops working. */
export async function correctAddress(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
  email: string,
  isMailed = true,
): Promise<void> {
  const { tx, now } = work
  await saveAddress(tx, accountId, { email, email_key: emailKey(email), email_verified_at: null })
  await work.jobs.add(tx, 'match-contacts', { accountId })
  await revokeSecrets(tx, accountId, FOR_OLD_ADDRESS, now)
  if (isMailed) await sendVerification(work, accountId)
}

type Planned = { account: Account; by: string; email: string }

/**
 * Emails the link only to addresses that count as the owner's. Another one may be a thief's, which support is trying to
 * remove.
 */
async function planChange(work: Work<'config' | 'jobs' | 'keys'>, { account, by, email }: Planned) {
  const { tx, now } = work
  if (await findIdByEmail(tx, email)) throw addressTaken()
  const token = randomToken()
  const takesEffectAt = later(now, WAITS)
  await saveChange(tx, {
    account_id: account.id,
    email,
    changed_by: by,
    asked_at: now,
    takes_effect_at: takesEffectAt,
    keep_hash: hashOf(token),
  })
  const link = `${work.config.PUBLIC_URL}/settings/email/keep#token=${token}`
  const details = { address: email, at: takesEffectAt, link }
  for (const { address, qualifies } of await listProvenAddresses(tx, account.id, now))
    if (qualifies) await queueMail(work, { to: account.id, address, kind: 'email-change-planned', details })
  await audit(work, {
    action: 'address-change.requested',
    subjectId: account.id,
    details: { email: { before: account.email, after: email } },
  })
}
