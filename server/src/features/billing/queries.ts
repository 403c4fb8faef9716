import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { afterMonths } from '../../infra/clock.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Invoices, Subscriptions } from '../../infra/db/schema.ts'
import type { Offer } from '../../infra/payments/gateway.ts'

export type Row = Selectable<Subscriptions>
export type InvoiceRow = Selectable<Invoices>

/** Given up for another offer before anything was paid. */
export const SUPERSEDED = 'incomplete_expired'

export const living = ['incomplete', 'trialing', 'active', 'past_due']

export const isLiving = ({ status }: Row): boolean => living.includes(status)

export const livingOf = (db: Db | Tx, accountId: string): Promise<Row | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', living)
    .executeTakeFirst()

/** What one can use now: active or trialing, or with a period that has not ended. */
export const usableOf = (db: Db, accountId: string, now: Date): Promise<Row | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('status', 'in', ['active', 'trialing']), eb('current_period_end', '>', now)]))
    // What runs comes before what was given.
    .orderBy((eb) => eb('status', 'in', living), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const ofAccount = (db: Db, accountId: string): Promise<Row[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()

export const byId = (db: Db | Tx, accountId: string, id: string): Promise<Row | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()

export const begin = (db: Db, account_id: string, provider: string, offer: Offer, now: Date): Promise<Row> =>
  db
    .insertInto('subscriptions')
    .values({ account_id, provider, ...offer, status: 'incomplete', created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const change = (tx: Db | Tx, id: string, values: Updateable<Subscriptions>): Promise<Row> =>
  tx.updateTable('subscriptions').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The same, where nothing has been paid or superseded meanwhile. */
export const changeIncomplete = (db: Db, id: string, values: Updateable<Subscriptions>): Promise<Row | undefined> =>
  db
    .updateTable('subscriptions')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', 'incomplete')
    .returningAll()
    .executeTakeFirst()

/** Its place is free for another one; what the provider made for it still has to be ended there. */
export const supersede = (db: Db, id: string, now: Date): Promise<Row | undefined> =>
  changeIncomplete(db, id, { status: SUPERSEDED, updated_at: now })

export const byProvider = (db: Db, providerId: string): Promise<Row | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

/** Locks it, if nothing about it has changed since that version. */
export const lockVersion = (tx: Tx, id: string, version: number): Promise<Row | undefined> =>
  tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()

/** Whether it had not been noted before. */
export const noteEnded = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (
    await tx
      .updateTable('subscriptions')
      .set({ canceled_at: now })
      .where('id', '=', id)
      .where('canceled_at', 'is', null)
      .returning('id')
      .execute()
  ).length > 0

/** Those that were superseded lately: ending them at the provider may have been cut off. */
export const supersededSince = (db: Db, since: Date): Promise<Row[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', SUPERSEDED)
    .where('provider_id', 'is not', null)
    .where('updated_at', '>', since)
    .execute()

/** One that waits for the card that its trial begins with. */
export const bySetup = (db: Db, setupIntentId: string): Promise<Row | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('setup_intent_id', '=', setupIntentId)
    .where('status', '=', 'incomplete')
    .where('provider_id', 'is', null)
    .executeTakeFirst()

/** Whether anything of theirs has ever run that was not given. */
export const hasHad = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('provider', '!=', 'gift')
    .where('current_period_start', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export type BillingEvent = { id: string; type: string }

export const isNoted = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('billing_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Whether it had not been noted before. It is noted with what it changed, so that neither is there without the other. */
export const noteEvent = async (tx: Tx, { id, type }: BillingEvent, now: Date): Promise<boolean> =>
  (
    await tx
      .insertInto('billing_events')
      .values({ id, type, received_at: now })
      .onConflict((row) => row.doNothing())
      .returning('id')
      .execute()
  ).length > 0

/** An invoice as the provider has it; true where it is new to us. */
export async function keepInvoice(tx: Tx, invoice: Insertable<Invoices>): Promise<boolean> {
  const { status, refunded, tax, link, created_at, period_start, period_end } = invoice
  const row = await tx
    .insertInto('invoices')
    .values(invoice)
    .onConflict((kept) =>
      kept.column('provider_id').doUpdateSet({
        status,
        refunded: refunded ?? 0,
        tax: tax ?? 0,
        link: link ?? null,
        created_at,
        period_start,
        period_end,
      }),
    )
    .returning(sql<boolean>`xmax = 0`.as('fresh'))
    .executeTakeFirstOrThrow()
  return row.fresh
}

export const settled = (db: Db, before: Date) =>
  db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('status', 'in', living)
    .where('provider_id', 'is not', null)
    .where('updated_at', '<', before)
    .execute()

/** Those whose card may have become known without our having heard of it; after three days nobody waits for it. */
export const waiting = (db: Db, since: Date) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'incomplete')
    .where('setup_intent_id', 'is not', null)
    .where('provider_id', 'is', null)
    .where('updated_at', '>', since)
    .execute()

/** Those whose week of grace is over, and which the provider has not ended. */
export const overdue = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('status', '=', 'past_due')
    .where('provider_id', 'is not', null)
    .where('current_period_end', '<=', now)
    .execute()

export const emailsOf = async (db: Db, ids: string[]): Promise<Map<string, string | null>> =>
  new Map(
    (
      await db
        .selectFrom('identity_people')
        .select(['id', 'email'])
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
        .execute()
    ).map(({ id, email }) => [id, email]),
  )

const untold = sql<boolean>`renewal_told_for is distinct from current_period_end and not cancel_at_period_end and status in ('active', 'trialing')`

/** Those that will be paid for again before then, and have not been told so. */
export const renewing = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where(untold)
    .where('current_period_end', '>', from)
    .where('current_period_end', '<=', until)
    .execute()

export const holdRenewing = (tx: Tx, id: string) =>
  tx.selectFrom('subscriptions').selectAll().where('id', '=', id).where(untold).forUpdate().executeTakeFirst()

export type Listed = Row & { first_name: string; last_name: string; email: string | null }

export async function list(db: Db, status: string | undefined, plan: string | undefined, page: number, limit: number) {
  const wanted = db
    .selectFrom('subscriptions')
    .$if(status !== undefined, (query) => query.where('subscriptions.status', '=', status!))
    .$if(plan !== undefined, (query) => query.where('subscriptions.plan', '=', plan!))
  const rows: Listed[] = await wanted
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select(['identity_people.first_name', 'identity_people.last_name', 'identity_people.email'])
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Holds an account, so that what is given to it by two at once is given one behind the other. */
export const holdAccount = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await sql<{ here: boolean | null }>`select identity_lock(${accountId}) as here`.execute(tx)).rows[0]?.here === true

export const premiumUntil = async (tx: Tx, accountId: string): Promise<Date | null> =>
  (
    await tx
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.max('current_period_end').as('until'))
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.until ?? null

/** Those that were extended by us, and do not last so long yet: the provider has not been told, or not answered. */
export const toExtend = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', ['active', 'trialing'])
    .whereRef('extend_to', '>', 'current_period_end')
    .execute()

/** Months that nobody pays for: they end by themselves, and keep nobody from subscribing. */
export const give = (tx: Tx, account_id: string, from: Date, months: number, now: Date): Promise<Row> =>
  tx
    .insertInto('subscriptions')
    .values({
      account_id,
      provider: 'gift',
      plan: 'monthly',
      amount: 0,
      status: 'canceled',
      current_period_start: from,
      current_period_end: afterMonths(from, months),
      canceled_at: now,
      cancel_at_period_end: true,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
