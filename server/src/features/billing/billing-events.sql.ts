import type { Db, Tx } from '../../infra/db/db.ts'

/** An event of the gateway, or a refund. Its id ensures that it takes effect only once. */
export type BillingEvent = { id: string; type: string }

export const isEventSaved = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('billing_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Runs in the transaction of the event's effect. Returns false if it was saved before. */
export const saveEvent = async (tx: Tx, { id, type }: BillingEvent, now: Date): Promise<boolean> =>
  (await tx
    .insertInto('billing_events')
    .values({ id, type, received_at: now })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
