import { CURRENCY } from '@kindred/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Narrowed, SubscriptionRow } from '../subscriptions.sql.ts'

export const lockAccount = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await sql<{ here: boolean | null }>`select identity_lock(${accountId}) as here`.execute(tx)).rows[0]?.here === true

/** The end of all paid and given time, including renewals. */
export const premiumUntil = async (tx: Tx, accountId: string): Promise<Date | null> =>
  (
    await tx
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.max('current_period_end').as('until'))
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.until ?? null

/** A gift has no renewal and starts as canceled, so the account can still subscribe. */
export const insertGift = (tx: Tx, account_id: string, from: Date, until: Date, now: Date): Promise<SubscriptionRow> =>
  tx
    .insertInto('subscriptions')
    .values({
      account_id,
      provider: 'gift',
      plan: 'monthly',
      amount: 0,
      currency: CURRENCY,
      status: 'canceled',
      current_period_start: from,
      current_period_end: until,
      canceled_at: now,
      cancel_at_period_end: true,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow()
