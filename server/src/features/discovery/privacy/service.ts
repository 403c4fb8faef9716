import { ApiError, type PrivacySettings } from '@kindred/contract'
import type { KeyObject } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { seal } from '../../../infra/keys.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { privacyOf } from '../../profiles/index.ts'
import * as queries from './queries.ts'
import { asMember, unitOfWork } from '../../../work.ts'

export { personalData } from './personal-data.ts'

const given = (values: Updateable<Accounts>): Updateable<Accounts> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

type Wish = { [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined }

/** Only who is active can pause, and only who paused can come back: staff's decisions are not undone here. */
export async function setPrivacy(context: Deps, { account }: Viewer, wish: Wish): Promise<PrivacySettings> {
  const state = wish.paused === undefined ? undefined : wish.paused ? 'paused' : 'active'
  const changed = await unitOfWork(context, asMember(account.id), (work) =>
    queries.change(
      work.tx,
      account.id,
      given({
        show_last_active: wish.showLastActive,
        hide_age: wish.hideAge,
        hide_distance: wish.hideDistance,
        incognito: wish.incognito,
        receipts: wish.receipts,
        units: wish.units,
        state,
        // Something is always written, so that an empty wish is no mistake.
        time_zone: account.time_zone,
      }),
    ),
  )
  return privacyOf(changed)
}

export async function blocksOf({ db }: Deps, { account }: Viewer) {
  const [blocks, addresses] = await Promise.all([
    queries.blocksOf(db, account.id),
    queries.addressBlocksOf(db, account.id),
  ])
  return {
    blocks: blocks.map(({ id, first_name, at }) => ({ _id: id, firstName: first_name, at: at.toISOString() })),
    addresses: addresses.map(({ id, hint, at }) => ({ _id: id, hint, at: at.toISOString() })),
  }
}

export async function block(context: Deps, account: Account, userId: string): Promise<void> {
  if (userId === account.id) throw new ApiError('conflict', 'Nobody can block themselves.')
  await context.budgets.spend([{ key: `block:${account.id}`, limit: 200, within: days(1) }])
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    if (!(await queries.exists(tx, userId))) throw new ApiError('not_found', 'There is no such person.')
    await queries.addBlock(tx, account.id, userId, now)
  })
}

const MOST_ADDRESSES = 100
const hashOf = (key: KeyObject, email: string) => seal(key, 'address-block', emailKey(email))

/** Enough to know again what one typed, and not enough to read it. */
function hintOf(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${[...local][0] ?? ''}…@${domain}`
}

/**
 * Hides the caller from the person who has this address, now or later, without saying whether there is such a person.
 *
 * The block works in one direction: the owner of the address no longer finds, sees or chooses the caller, and hears
 * nothing of what the caller chooses. What the caller sees stays exactly as it was. If the owner disappeared from the
 * caller's decks, searches or likes, blocking an address and looking for who is gone would tell whose it is; 100 guesses
 * a day would be enough to name a colleague. For the same reason it is never listed as a blocked person, an existing
 * match goes on, and a like that the caller can already see still makes a match when the caller returns it. To stop
 * seeing somebody they have seen, the caller blocks the person instead, which tells nothing about addresses.
 */
export async function blockAddress(context: Deps, account: Account, email: string): Promise<void> {
  if (account.email_key === emailKey(email)) throw new ApiError('conflict', 'This is your own address.')
  await context.budgets.spend([{ key: `block-address:${account.id}`, limit: 100, within: days(1) }])
  await unitOfWork(context, asMember(account.id), async ({ tx, now, lastingKeys }) => {
    if ((await queries.countAddressBlocks(tx, account.id)) >= MOST_ADDRESSES)
      throw new ApiError('conflict', `At most ${MOST_ADDRESSES} addresses.`)
    const hash = hashOf(lastingKeys.of('address-block')[0]!, email)
    const added = await queries.addAddressBlock(tx, account.id, hash, hintOf(email), now)
    if (added) await queries.hideFromOwner(tx, added.id, account.id, emailKey(email), now)
  })
}

export { isHiddenFrom } from './queries.ts'

/** Called wherever an account gets an address: everyone who blocked that address is hidden from it. */
export const keepApart = (tx: Tx, keys: LastingKeys, accountId: string, email: string, now: Date) =>
  queries.hideFromNewcomer(
    tx,
    accountId,
    keys.of('address-block').map((key) => hashOf(key, email)),
    now,
  )
