import { ApiError, Provider, type Recovery, type RecoveryCredential } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import { isTaken, type Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asAccount, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockAccount, savePasswordHash } from '../account/queries.ts'
import { takeChangeOf, saveAddress, disownAddresses, findLastHadAt } from '../address/queries.ts'
import { issueSecret, redeemToken, revokeAllSecrets } from '../secrets/secrets.ts'
import { findOwnerOfToken, revokeLaterLinks } from '../secrets/queries.ts'
import { endSessions } from '../sessions/sessions.ts'
import { mailResetLink } from '../verification/verification.ts'
import { CREDENTIALS_ARE_NEW_FOR } from './mail-owners.ts'
import { type ActiveCredential, listActive, listSuspended, suspendNewer } from './queries.ts'
import { providerNames } from '../providers/providers.ts'

const toCredential = (row: ActiveCredential, suspended: boolean): RecoveryCredential => ({
  _id: row.id,
  kind: kindOf(row.kind),
  name: row.kind === 'identity' ? providerNames[Provider.parse(row.name)] : row.name,
  createdAt: row.created_at.toISOString(),
  suspended,
})

const kindOf = (kind: string): RecoveryCredential['kind'] =>
  kind === 'passkey' || kind === 'identity' ? kind : 'second-factor'

/** Suspended credentials come first, because the owner has to decide about them. */
const toRecovery = (
  { token, ...account }: { token: string; email: string; hasPassword: boolean },
  { active, suspended }: { active: ActiveCredential[]; suspended: ActiveCredential[] },
): Recovery => ({
  recoveryToken: token,
  ...account,
  credentials: [...suspended.map((row) => toCredential(row, true)), ...active.map((row) => toCredential(row, false))],
})

/** The time to review the list and choose a password. Afterwards, the emailed link to reset it still works. */
const RECOVERY_LASTS = hours(1)

const linkExpired = () => new ApiError('invalid_secret', 'This link has expired.')
const addressTaken = () => new ApiError('already_exists', 'Another account now uses this email.')

/**
 * “This wasn’t me”: gives the account back to the owner of an address that it had proven, by a link mailed there. The
 * author of the change may be signed in, know the password, have credentials of their own, or have changed the address,
 * even several times. So everyone is signed out, the address is restored, the links of later changes end, the password
 * is void, and credentials younger than 30 days are suspended until the owner chooses which of them to keep. If the
 * page is closed before that, the owner can still choose a password by an emailed link.
 */
export async function openRecovery(context: Deps, token: string) {
  const accountId = await findOwnerOfToken(context.db, 'undo-email', hashOf(token), context.clock.now())
  if (!accountId) throw linkExpired()
  const opened = unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    // The account is locked first, so that two links of one account can't deadlock.
    const account = await lockAccount(tx, accountId)
    const link = await redeemToken(tx, 'undo-email', token, now)
    const email = link?.payload['email']
    if (!link || typeof email !== 'string') throw linkExpired()
    const since = await beginningOf(tx, account, { email, issuedAt: link.created_at })
    await revokeLaterLinks(tx, accountId, since, now)
    await restoreAddress(work, account, email)
    // The thief may have talked staff into another address as well.
    await takeChangeOf(tx, accountId)
    await disownAddresses(tx, accountId, { since, except: emailKey(email) })
    await revokeAllSecrets(tx, accountId, now)
    await savePasswordHash(tx, accountId, null)
    await suspendNewer(tx, accountId, later(now, -CREDENTIALS_ARE_NEW_FOR), now)
    await endSessions(work, { accountId }, 'revoked')
    await mailResetLink(work, accountId)
    await audit(work, { actor: asAccount(account), action: 'recovery.opened', subjectId: accountId })
    const issued = await issueSecret(work, { purpose: 'recovery', accountId, validFor: RECOVERY_LASTS })
    const credentials = { active: await listActive(tx, accountId), suspended: await listSuspended(tx, accountId) }
    return toRecovery({ token: issued.token, email, hasPassword: account.password_hash !== null }, credentials)
  })
  return opened.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? addressTaken() : error
  })
}

/**
 * The time of the takeover, as far as this link knows: the change that it reports, or an earlier replacement of the
 * address.
 */
async function beginningOf(
  tx: Tx,
  { id, email_key }: Account,
  { email, issuedAt }: { email: string; issuedAt: Date },
): Promise<Date> {
  const key = emailKey(email)
  const left = key === email_key ? undefined : await findLastHadAt(tx, id, key)
  return left && left < issuedAt ? left : issuedAt
}

/** Opening the link has just proven the address. */
async function restoreAddress(work: Work<'jobs'>, account: Account, email: string): Promise<void> {
  const { tx, now } = work
  const email_key = emailKey(email)
  if (account.email_key === email_key && account.email_verified_at) return
  await saveAddress(tx, account.id, { email, email_key, email_verified_at: now })
  if (account.email_key === email_key) return
  await work.jobs.add(tx, 'match-contacts', { accountId: account.id })
  await audit(work, { actor: asAccount(account), action: 'email.undone', subjectId: account.id })
}
