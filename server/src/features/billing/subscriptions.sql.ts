import type { PlanName, Subscription } from '@kindred/contract'
import type { NotNull, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Subscriptions } from '../../infra/db/schema.ts'
import type { Offer } from '../../infra/payments/gateway.ts'
import { LIVING, SUPERSEDED } from './rules.ts'

/** The table's constraints, and this feature as its only writer, allow no other values. */
export type Narrowed = { plan: PlanName; status: Subscription['status'] }
export type SubscriptionRow = Omit<Selectable<Subscriptions>, keyof Narrowed> & Narrowed

/** The table's primary key begins with the member's account. */
export type SubscriptionKey = Pick<SubscriptionRow, 'id' | 'account_id'>

export type GatewayRow = SubscriptionRow & { provider_id: string }
export const isAtGateway = (row: SubscriptionRow): row is GatewayRow => row.provider_id !== null

/** A trial that waits for its card. `trial_days` is always set together with the setup intent. */
export type AwaitingCardRow = SubscriptionRow & { setup_intent_id: string; trial_days: number }
export const isAwaitingCard = (row: SubscriptionRow): row is AwaitingCardRow =>
  row.setup_intent_id !== null && row.trial_days !== null

export const selectSubscriptions = (db: Db | Tx) => db.selectFrom('subscriptions').selectAll().$narrowType<Narrowed>()

export const findLiving = (db: Db | Tx, accountId: string): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(db).where('account_id', '=', accountId).where('status', 'in', LIVING).executeTakeFirst()

export const findUsable = (db: Db, accountId: string, now: Date): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(db)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('status', 'in', ['active', 'trialing']), eb('current_period_end', '>', now)]))
    // Paid subscriptions come before gifts. The last gift determines the end date.
    .orderBy((eb) => eb('status', 'in', LIVING), 'desc')
    .orderBy('current_period_end', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listOfAccount = (db: Db, accountId: string): Promise<SubscriptionRow[]> =>
  selectSubscriptions(db).where('account_id', '=', accountId).orderBy('created_at', 'desc').limit(100).execute()

export const selectOne = (db: Db | Tx, { id, account_id }: SubscriptionKey) =>
  selectSubscriptions(db).where('account_id', '=', account_id).where('id', '=', id)

export const findOfAccount = (db: Db | Tx, accountId: string, id: string): Promise<SubscriptionRow | undefined> =>
  selectOne(db, { id, account_id: accountId }).executeTakeFirst()

export const getAgain = (db: Db, key: SubscriptionKey): Promise<SubscriptionRow> =>
  selectOne(db, key).executeTakeFirstOrThrow()

export const findByGatewayIds = (db: Db, gatewayIds: string[]): Promise<GatewayRow[]> =>
  selectSubscriptions(db)
    .where((eb) => eb('provider_id', '=', eb.fn.any(eb.val(gatewayIds))))
    .$narrowType<{ provider_id: NotNull }>()
    .execute()

export const findByGatewayId = async (db: Db, gatewayId: string): Promise<GatewayRow | undefined> =>
  (await findByGatewayIds(db, [gatewayId]))[0]

export const findBySetupIntent = (db: Db, setupIntentId: string): Promise<AwaitingCardRow | undefined> =>
  selectSubscriptions(db)
    .where('setup_intent_id', '=', setupIntentId)
    .where('status', '=', 'incomplete')
    .where('provider_id', 'is', null)
    .$narrowType<{ setup_intent_id: NotNull; trial_days: NotNull }>()
    .executeTakeFirst()

export const hasHadPremium = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('provider', '!=', 'gift')
    .where('current_period_start', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The tax location is set only if tax is calculated. */
export type Purchase = Offer & Pick<SubscriptionRow, 'tax_country' | 'tax_postal_code'>

export const insertIncomplete = (db: Db, account_id: string, provider: string, purchase: Purchase, now: Date) =>
  db
    .insertInto('subscriptions')
    .values({ account_id, provider, ...purchase, status: 'incomplete', created_at: now, updated_at: now })
    .returningAll()
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow()

/**
 * Every change of a row goes through here and increments its version, which makes earlier reads of the gateway stale.
 */
export const updateOne = (db: Db | Tx, { id, account_id }: SubscriptionKey, values: Updateable<Subscriptions>) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)

export const updateSubscription = (
  db: Db | Tx,
  key: SubscriptionKey,
  values: Updateable<Subscriptions>,
): Promise<SubscriptionRow> =>
  updateOne(db, key, values).returningAll().$narrowType<Narrowed>().executeTakeFirstOrThrow()

export const updateIncomplete = (
  db: Db,
  key: SubscriptionKey,
  values: Updateable<Subscriptions>,
): Promise<SubscriptionRow | undefined> =>
  updateOne(db, key, values)
    .where('status', '=', 'incomplete')
    .returningAll()
    .$narrowType<Narrowed>()
    .executeTakeFirst()

/** Frees the account for another checkout. What exists at the gateway still has to be ended there. */
export const supersede = (db: Db, key: SubscriptionKey, now: Date): Promise<SubscriptionRow | undefined> =>
  updateIncomplete(db, key, { status: SUPERSEDED, updated_at: now })

export const lockVersion = (tx: Tx, key: SubscriptionKey, version: number): Promise<SubscriptionRow | undefined> =>
  selectOne(tx, key).where('version', '=', version).forUpdate().executeTakeFirst()

export const saveEnd = async (tx: Tx, key: SubscriptionKey, now: Date): Promise<boolean> =>
  (await updateOne(tx, key, { canceled_at: now })
    .where('canceled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
