import type { Booked, PaymentDifference } from '@kindred/contract'
import { type NotNull, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import {
  type AwaitingCardRow,
  type GatewayRow,
  type Narrowed,
  selectOne,
  selectSubscriptions,
  type SubscriptionKey,
  type SubscriptionRow,
} from '../queries.ts'
import { OPEN_STATUSES, SUPERSEDED } from '../rules.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'

export type Difference = Pick<PaymentDifference, 'kind' | 'providerId' | 'ours' | 'theirs' | 'outcome'> & {
  accountId: string | null
}

export const ourEntry = ({ status, plan, amount, currency, cancel_at_period_end }: SubscriptionRow): Booked => ({
  status,
  plan,
  amount,
  currency,
  cancelAtPeriodEnd: cancel_at_period_end,
})

export const theirEntry = ({ status, plan, amount, currency, cancelAtPeriodEnd }: GatewaySubscription): Booked => ({
  status,
  plan,
  amount,
  currency,
  cancelAtPeriodEnd,
})

export const differs = (row: SubscriptionRow, theirs: GatewaySubscription): boolean =>
  JSON.stringify(ourEntry(row)) !== JSON.stringify(theirEntry(theirs))

const json = (value: Booked | null) => value && JSON.stringify(value)

/** An open difference remains one row, however many nights find it. */
export async function saveDifference(
  { db, payments, clock }: Pick<Deps, 'db' | 'payments' | 'clock'>,
  { kind, providerId: provider_id, accountId, ours, theirs, outcome }: Difference,
): Promise<void> {
  const [provider, now] = [payments.name, clock.now()]
  const values = {
    account_id: accountId,
    ours: json(ours),
    theirs: json(theirs),
    outcome,
    settled_at: outcome === 'open' ? null : now,
  }
  const { numUpdatedRows } = await db
    .updateTable('payment_differences')
    .set(values)
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .where('kind', '=', kind)
    .where('outcome', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('payment_differences')
    .values({ ...values, provider, provider_id, kind, found_at: now })
    .onConflict((row) => row.doNothing())
    .execute()
}

const MAX_OPEN = 200

export const listOpen = (db: Db, gateway: string) =>
  db
    .selectFrom('payment_differences')
    .select(['id', 'provider_id', 'kind', 'account_id'])
    .where('provider', '=', gateway)
    .where('outcome', '=', 'open')
    .orderBy('found_at', 'desc')
    .limit(MAX_OPEN)
    .execute()

export type OpenDifference = Awaited<ReturnType<typeof listOpen>>[number]

export const closeDifference = (db: Db, id: string, now: Date) =>
  db
    .updateTable('payment_differences')
    .set({ outcome: 'settled', settled_at: now })
    .where('id', '=', id)
    .where('outcome', '=', 'open')
    .execute()

const comparisonFact = (gateway: string) => `payments-walked:${gateway}`

export async function comparedUntil(db: Db, gateway: string): Promise<Date | null> {
  const at = await factOf(db, comparisonFact(gateway))
  return typeof at === 'string' ? new Date(at) : null
}

export const saveComparedUntil = (db: Db, gateway: string, at: Date) => saveFact(db, comparisonFact(gateway), at)

const readingFact = (gateway: string) => `payments-read:${gateway}`

export async function readUntil(db: Db, gateway: string): Promise<string> {
  const id = await factOf(db, readingFact(gateway))
  return typeof id === 'string' ? id : ''
}

export const saveReadUntil = (db: Db, gateway: string, id: string) => saveFact(db, readingFact(gateway), id)

/** Superseded subscriptions, because the requests that end them at the gateway may have been interrupted. */
export const listSupersededSince = (db: Db, since: Date): Promise<GatewayRow[]> =>
  selectSubscriptions(db)
    .where('status', '=', SUPERSEDED)
    .where('provider_id', 'is not', null)
    .where('updated_at', '>', since)
    .$narrowType<{ provider_id: NotNull }>()
    .execute()

/** Trials whose card may have been saved without an event reaching us. */
export const listAwaitingCard = (db: Db, since: Date): Promise<AwaitingCardRow[]> =>
  selectSubscriptions(db)
    .where('status', '=', 'incomplete')
    .where('setup_intent_id', 'is not', null)
    .where('provider_id', 'is', null)
    .where('updated_at', '>', since)
    .$narrowType<{ setup_intent_id: NotNull; trial_days: NotNull }>()
    .execute()

/** Extended in our row but not at the gateway: the request wasn't sent, or got no response. */
export const listToExtend = (db: Db, accountId?: string): Promise<GatewayRow[]> =>
  selectSubscriptions(db)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .where('status', 'in', ['active', 'trialing'])
    .whereRef('given_seconds', '>', 'added_seconds')
    // Only subscriptions at the gateway are extended.
    .$narrowType<{ provider_id: NotNull }>()
    .execute()

const selectUnchangedSince = (db: Db, since: Date) =>
  db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('status', 'in', OPEN_STATUSES)
    .where('provider_id', 'is not', null)
    .where('updated_at', '<', since)
    .$narrowType<{ provider_id: NotNull }>()

const isSettled = (now: Date) => sql<boolean>`(status in ('active', 'trialing') and current_period_end > ${now})`

/** Open subscriptions that haven't changed since `since`, although something was due. */
export const listDue = (db: Db, since: Date, now: Date) =>
  selectUnchangedSince(db, since)
    .where(sql<boolean>`${isSettled(now)} is not true`)
    .execute()

/**
 * Subscriptions that haven't changed after `since` and had no reason to, by id: first those after `last`, then from the
 * beginning.
 */
export const listSettled = (db: Db, since: Date, now: Date, last: string, most: number) =>
  selectUnchangedSince(db, since)
    .where(isSettled(now))
    .orderBy((eb) => eb('provider_id', '<=', last))
    .orderBy('provider_id')
    .limit(most)
    .execute()

export const listOverdue = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('status', '=', 'past_due')
    .where('provider_id', 'is not', null)
    .where('current_period_end', '<=', now)
    .$narrowType<{ provider_id: NotNull }>()
    .execute()

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type AccountState = 'present' | 'erased'

/** The gateway may name anything, so only UUIDs are looked up. */
export async function accountStates(db: Db, ids: string[]): Promise<Map<string, AccountState>> {
  const rows = await db
    .selectFrom('identity_people')
    .select(['id', 'state'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids.filter((id) => UUID.test(id))))))
    .execute()
  return new Map(rows.map(({ id, state }) => [id, state === 'erased' ? 'erased' : 'present']))
}

export const insertAdopted = (
  tx: Tx,
  account_id: string,
  provider: string,
  theirs: GatewaySubscription,
  now: Date,
): Promise<SubscriptionRow> =>
  tx
    .insertInto('subscriptions')
    .values({
      account_id,
      provider,
      provider_id: theirs.id,
      plan: theirs.plan,
      amount: theirs.amount,
      currency: theirs.currency,
      status: theirs.status === 'past_due' ? 'active' : theirs.status,
      trial_start: theirs.trialStart,
      created_at: theirs.createdAt,
      updated_at: now,
    })
    .returningAll()
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow()

const isUnannounced = sql<boolean>`renewal_told_for is distinct from current_period_end
  and not cancel_at_period_end and status in ('active', 'trialing')`

export const listUnannounced = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where(isUnannounced)
    .where('current_period_end', '>', from)
    .where('current_period_end', '<=', until)
    .execute()

export const lockUnannounced = (tx: Tx, key: SubscriptionKey): Promise<SubscriptionRow | undefined> =>
  selectOne(tx, key).where(isUnannounced).forUpdate().executeTakeFirst()
