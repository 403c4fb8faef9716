import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asMember, type Actor, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { type AddressChange, takeChangeByLink, takeChangeOf } from './address-changes.sql.ts'
import { listProvenAddresses } from './former-addresses.sql.ts'

/**
 * Keeps an address that staff are about to change, by the link that was mailed to it. Nobody has got into the account
 * yet, so nothing else changes. Once the change takes effect, the owner gets a link that undoes it (offer-undo.ts).
 */
export async function keepAddress(context: Deps, token: string): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const change = await takeChangeByLink(work.tx, hashOf(token))
    if (!change) throw new ApiError('invalid_secret', 'This link has expired.')
    await dropChange(work, change, asMember(change.account_id), 'address-change.objected')
  })
}

/** Staff take back a change that waits. Returns whether there was one. */
export async function cancelAddressChange(work: Work<'config' | 'jobs' | 'keys'>, accountId: string): Promise<boolean> {
  const change = await takeChangeOf(work.tx, accountId)
  if (change) await dropChange(work, change, work.actor)
  return change !== undefined
}

/** Tells the owner that their address stays. The change is off the list already. */
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
