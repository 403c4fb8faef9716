import type { PlanName, Subscription } from '@kindred/contract'
import { type Insertable, type NotNull, type Selectable, sql, type Updateable } from 'kysely'
import { OPEN_STATUSES, SUPERSEDED } from './rules.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Invoices, Subscriptions } from '../../infra/db/schema.ts'
import type { Offer } from '../../infra/payments/gateway.ts'

/** An event of the gateway, or a refund. Its id ensures that it takes effect only once. */
export type BillingEvent = { id: string; type: string }

export const isEventSaved = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('billing_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Runs in the transaction of the event's effect. Returns false if the event was saved before. */
export const saveEvent = async (tx: Tx, { id, type }: BillingEvent, now: Date): Promise<boolean> =>
  (await tx
    .insertInto('billing_events')
    .values({ id, type, received_at: now })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

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

export const findOpenSubscription = (db: Db | Tx, accountId: string): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(db).where('account_id', '=', accountId).where('status', 'in', OPEN_STATUSES).executeTakeFirst()

export const findUsable = (db: Db, accountId: string, now: Date): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(db)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('status', 'in', ['active', 'trialing']), eb('current_period_end', '>', now)]))
    // Paid subscriptions come before gifts. The last gift determines the end date.
    .orderBy((eb) => eb('status', 'in', OPEN_STATUSES), 'desc')
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

/** True if another account used one of this account's cards first. */
export async function sharesEarlierCard(db: Db | Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_cards own join payment_cards o on o.card_hash = own.card_hash and o.account_id <> own.account_id
    where own.account_id = ${accountId}
      and (o.first_seen_at, o.account_id) < (own.first_seen_at, own.account_id) limit 1`.execute(db)
  return rows.length > 0
}

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
 * Every change to a row goes through here and increments its version, which makes earlier reads of the gateway stale.
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

/** Frees the account for another checkout. The caller must end the subscription at the gateway, if there is one. */
export const supersede = (db: Db, key: SubscriptionKey, now: Date): Promise<SubscriptionRow | undefined> =>
  updateIncomplete(db, key, { status: SUPERSEDED, updated_at: now })

export const lockVersion = (tx: Tx, key: SubscriptionKey, version: number): Promise<SubscriptionRow | undefined> =>
  selectOne(tx, key).where('version', '=', version).forUpdate().executeTakeFirst()

export const saveEnd = async (tx: Tx, key: SubscriptionKey, now: Date): Promise<boolean> =>
  (await updateOne(tx, key, { canceled_at: now })
    .where('canceled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export type InvoiceRow = Selectable<Invoices>

export async function saveInvoice(tx: Tx, invoice: Insertable<Invoices>): Promise<boolean> {
  const { provider_id, status, refunded, tax, link, number, last4, created_at, period_start, period_end } = invoice
  const row = await tx
    .insertInto('invoices')
    .values(invoice)
    .onConflict((existing) =>
      existing.constraint('invoices_provider_id_key').doUpdateSet({
        status,
        refunded: refunded ?? 0,
        tax: tax ?? 0,
        link: link ?? null,
        number: number ?? null,
        last4: last4 ?? null,
        created_at,
        period_start,
        period_end,
      }),
    )
    .returning(sql<string | null>`(select status from invoices o where o.provider_id = ${provider_id})`.as('before'))
    .executeTakeFirstOrThrow()
  return row.before !== 'paid'
}

export const listPaid = (db: Db, { id, account_id }: SubscriptionKey) =>
  db
    .selectFrom('invoices')
    .select(['refunded', 'created_at', 'period_start', 'period_end'])
    .where('account_id', '=', account_id)
    .where('subscription_id', '=', id)
    .where('status', '=', 'paid')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export type InvoicePage = { before?: string | undefined; limit: number }

export async function listInvoiceRows(
  db: Db,
  accountId: string,
  { before, limit }: InvoicePage,
): Promise<InvoiceRow[]> {
  const isAfterCursor = before
    ? sql`(created_at, id) < (select created_at, id from invoices where id = ${before} and account_id = ${accountId})`
    : sql`true`
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where account_id = ${accountId} and ${isAfterCursor}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export const findInvoice = (db: Db, id: string) =>
  db
    .selectFrom('invoices')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.account_id', '=', 'invoices.account_id')
        .onRef('subscriptions.id', '=', 'invoices.subscription_id'),
    )
    .selectAll('invoices')
    .select(['subscriptions.provider_id as subscription_provider_id', 'subscriptions.status as subscription_status'])
    .where('invoices.id', '=', id)
    .executeTakeFirst()

/** An event from the gateway may have raised the amount already. */
export const saveRefunded = (tx: Tx, { account_id, id }: InvoiceRow, refunded: number): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set((eb) => ({ refunded: eb.fn('greatest', ['refunded', eb.val(refunded)]) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Other payers who share one of this account's 10 newest cards. A card with more than five accounts belongs to a
 * business or is stolen, so it is left out. As a subquery, this keeps the hashes within this feature.
 */
export const payersWithSameCard = (accountId: string) => sql<{ id: string }>`
  select distinct u.id from (
    select array_agg(s.account_id) as payers from (
      select card_hash from payment_cards where account_id = ${accountId} order by first_seen_at desc limit 10) c
    cross join lateral (select o.account_id from payment_cards o where o.card_hash = c.card_hash limit 6) s
    group by c.card_hash having count(*) <= 5) cards
  cross join lateral unnest(payers) u(id) where u.id <> ${accountId}`
