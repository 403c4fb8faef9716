import { ApiError, message } from '@kindred/contract'
import type { KeyObject } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { seal } from '../../../infra/keys.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { countAddressBlocks, hideBlockersFrom, hideFromOwner, insertAddressBlock } from './queries.ts'

const MOST_ADDRESSES = 100
const hashOf = (key: KeyObject, email: string) => seal(key, 'address-block', emailKey(email))

/** Shows enough for members to recognize an address that they entered, but not enough for others to read it. */
function hintOf(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${[...local][0] ?? ''}…@${domain}`
}

/**
 * Hides the caller from the person who has this address, now or later, without revealing whether there is such a
 * person.
 *
 * The block works in one direction: the owner of the address no longer finds, sees or likes the caller, and isn't
 * notified of the caller's likes. The caller's own view stays exactly the same. If the owner disappeared from the
 * caller's decks, searches or likes, blocking an address and looking for the missing person would reveal whose it is;
 * 100 guesses a day would be enough to identify a colleague. For this reason, the owner is never listed as a blocked
 * person, an existing match continues, and a like that the caller can already see still makes a match when the caller
 * returns it. To stop seeing someone, the caller blocks the person instead, which reveals nothing about addresses.
 */
export async function blockAddress(context: Deps, account: Account, email: string): Promise<void> {
  if (account.email_key === emailKey(email)) throw new ApiError('conflict', 'This is your own email.')
  await context.budgets.spend([{ key: `block-address:${account.id}`, limit: 100, within: days(1) }])
  await unitOfWork(context, asMember(account.id), async ({ tx, now, lastingKeys }) => {
    if ((await countAddressBlocks(tx, account.id)) >= MOST_ADDRESSES)
      throw new ApiError('conflict', message('You can block up to {most} email addresses.', { most: MOST_ADDRESSES }))
    const [key] = lastingKeys.of('address-block')
    if (!key) throw new Error('There is no key for address blocks.')
    const added = await insertAddressBlock(tx, account.id, hashOf(key, email), hintOf(email), now)
    if (added) await hideFromOwner(tx, added.id, account.id, emailKey(email), now)
  })
}

/**
 * Hides everyone who blocked an address from the account that gets it. Call this whenever an account gets an address.
 */
export const hideAddressBlockers = (tx: Tx, keys: LastingKeys, accountId: string, email: string, now: Date) =>
  hideBlockersFrom(
    tx,
    accountId,
    keys.of('address-block').map((key) => hashOf(key, email)),
    now,
  )
