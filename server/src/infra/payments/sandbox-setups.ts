import { days, later } from '../clock.ts'
import type { GatewayCalls } from './gateway.ts'
import { getSubscription, idFor, secretFor, toSubscription, token, type Books } from './sandbox-books.ts'

/** Setup intents collect a card now for a payment later, such as the first one after a trial. */
export function setupCalls(books: Books): GatewayCalls<'setupIntent' | 'beginTrial'> {
  const { db, clock, sendEvent } = books
  return {
    setupIntent: async (customer, key) => {
      const id = key ? idFor('seti', key) : token('seti')
      const { client_secret } = await db
        .insertInto('sandbox_setups')
        .values({
          id,
          customer,
          client_secret: secretFor(id),
          status: 'requires_payment_method',
          created_at: clock.now(),
        })
        // Changes nothing, but returns the row that exists.
        .onConflict((row) => row.column('id').doUpdateSet({ id }))
        .returning('client_secret')
        .executeTakeFirstOrThrow()
      return { clientSecret: client_secret, setupIntentId: id }
    },
    beginTrial: async ({ customer }, offer, { days: length, setupIntentId }, key) => {
      const setup = await db
        .selectFrom('sandbox_setups')
        .selectAll()
        .where('id', '=', setupIntentId)
        .where('customer', '=', customer)
        .where('status', '=', 'succeeded')
        .executeTakeFirst()
      if (!setup) return null
      const [now, id, intent] = [clock.now(), idFor('sub', key), token('pi')]
      const end = later(now, days(length))
      const inserted = await db
        .insertInto('sandbox_subscriptions')
        .values({
          id,
          customer,
          ...offer,
          status: 'trialing',
          card: setup.card,
          period_start: now,
          period_end: end,
          trial_start: now,
          trial_end: end,
          intent_id: intent,
          client_secret: secretFor(intent),
          intent_status: 'succeeded',
          created_at: now,
        })
        .onConflict((row) => row.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) await sendEvent('customer.subscription.created', id)
      return toSubscription(await getSubscription(db, id))
    },
  }
}
