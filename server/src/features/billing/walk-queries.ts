import type { Db, Tx } from '../../infra/db/db.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import { factOf, saveFact } from '../operations/index.ts'
import type { Row } from './queries.ts'

const walkOf = (provider: string) => `payments-walked:${provider}`

export async function walkedUntil(db: Db, provider: string): Promise<Date | null> {
  const at = await factOf(db, walkOf(provider))
  return at === undefined ? null : new Date(at as string)
}

export const noteWalk = (db: Db, provider: string, at: Date) => saveFact(db, walkOf(provider), at)

export const byProviders = (db: Db, providerIds: string[]): Promise<Row[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where((eb) => eb('provider_id', '=', eb.fn.any(eb.val(providerIds))))
    .execute()

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Person = 'here' | 'erased'

/** Which of them are accounts of ours. The provider may name anything. */
export const peopleOf = async (db: Db, ids: string[]): Promise<Map<string, Person>> =>
  new Map(
    (
      await db
        .selectFrom('identity_people')
        .select(['id', 'state'])
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids.filter((id) => UUID.test(id))))))
        .execute()
    ).map(({ id, state }) => [id, state === 'erased' ? 'erased' : 'here']),
  )

/** One that the provider has and we had not. */
export const insertAdopted = (
  tx: Tx,
  account_id: string,
  provider: string,
  theirs: GatewaySubscription,
  now: Date,
): Promise<Row> =>
  tx
    .insertInto('subscriptions')
    .values({
      account_id,
      provider,
      provider_id: theirs.id,
      plan: theirs.plan,
      amount: theirs.amount,
      // That a payment is late is noted when it is read.
      status: theirs.status === 'past_due' ? 'active' : theirs.status,
      trial_start: theirs.trialStart,
      created_at: theirs.createdAt,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
