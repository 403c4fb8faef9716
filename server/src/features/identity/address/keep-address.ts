import type { Deps } from '../../../deps.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asMember, type Actor, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { accountById } from '../account/accounts.sql.ts'
import { type AddressChange, findProvenAddress, takeChangeByLink, takeChangeOf } from './address-changes.sql.ts'
import { undoNewAddress } from './swap-address.ts'

/**
 * Keeps an address that staff are about to change, by the link that was mailed to it. Nobody has got into the account
 * yet, so nothing else changes. After the change, the same link undoes it.
 */
export async function keepAddress(context: Deps, token: string): Promise<{ undone: boolean }> {
  const isKept = await unitOfWork(context, SYSTEM, async (work) => {
    const change = await takeChangeByLink(work.tx, hashOf(token))
    if (change) await dropChange(work, change, asMember(change.account_id), 'address-change.objected')
    return change !== undefined
  })
  if (!isKept) await undoNewAddress(context, token)
  return { undone: !isKept }
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
  const address = await findProvenAddress(work.tx, await accountById(work.tx, account_id))
  if (address)
    await queueMail(work, { to: account_id, address, kind: 'email-change-canceled', details: { address: email } })
  await audit(work, { actor, action, subjectId: account_id, details: { email } })
}
