import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asMember, type Actor, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { type AddressChange, takeChangeByLink, takeChangeOf } from './address-changes.sql.ts'
import { listProvenAddresses } from './former-addresses.sql.ts'

/**
 * Cancels a change by staff through the link that was emailed to the old address. The new address gave no one access
 * yet, so nothing else changes. After the change takes effect, the owner gets a link that undoes it (offer-undo.ts).
 */
export async function keepAddress(context: Deps, token: string): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const change = await takeChangeByLink(work.tx, hashOf(token))
    if (!change) throw new ApiError('invalid_secret', 'This link has expired.')
    await dropChange(work, change, asMember(change.account_id), 'address-change.objected')
  })
}

/** Staff cancel a pending change. Returns false if there was none. */
export async function cancelAddressChange(work: Work<'config' | 'jobs' | 'keys'>, accountId: string): Promise<boolean> {
  const change = await takeChangeOf(work.tx, accountId)
  if (change) await dropChange(work, change, work.actor)
  return change !== undefined
}

export async function dropChange(
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
