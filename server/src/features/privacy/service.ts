import { ApiError, type PrivacySettings } from '@kindred/contract'
import type { KeyObject } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Account, Viewer } from '../../http/session.ts'
import { days } from '../../infra/clock.ts'
import { transaction, type Tx } from '../../infra/db/db.ts'
import { emailKey } from '../../infra/email.ts'
import { seal, type Keys } from '../../infra/keys.ts'
import type { Accounts } from '../../infra/db/schema.ts'
import { privacyOf } from '../users/service.ts'
import * as queries from './queries.ts'

const given = (values: Updateable<Accounts>): Updateable<Accounts> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

type Wish = { [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined }

/** Only who is active can pause, and only who paused can come back: staff's decisions are not undone here. */
export async function setPrivacy(context: Deps, { account }: Viewer, wish: Wish): Promise<PrivacySettings> {
  const state = wish.paused === undefined ? undefined : wish.paused ? 'paused' : 'active'
  const changed = await transaction(context.db, (tx) =>
    queries.change(
      tx,
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
  const now = context.clock.now()
  await transaction(context.db, async (tx) => {
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

export async function blockAddress(context: Deps, account: Account, email: string): Promise<void> {
  if (account.email_key === emailKey(email)) throw new ApiError('conflict', 'This is your own address.')
  await context.budgets.spend([{ key: `block-address:${account.id}`, limit: 100, within: days(1) }])
  const now = context.clock.now()
  await transaction(context.db, async (tx) => {
    if ((await queries.countAddressBlocks(tx, account.id)) >= MOST_ADDRESSES)
      throw new ApiError('conflict', `At most ${MOST_ADDRESSES} addresses.`)
    await queries.addAddressBlock(
      tx,
      account.id,
      hashOf(context.keys.of('signed-address')[0]!, email),
      hintOf(email),
      now,
    )
    const owner = await queries.accountByKey(tx, emailKey(email))
    if (owner) await queries.addBlock(tx, account.id, owner.id, now)
  })
}

/** To be called wherever somebody comes to an address: whoever blocked it is kept from them. */
export const keepApart = (tx: Tx, keys: Keys, accountId: string, email: string, now: Date) =>
  queries.blockNewcomer(
    tx,
    accountId,
    keys.of('signed-address').map((key) => hashOf(key, email)),
    now,
  )
