import type { Booked, PaymentDifference, PlanName } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import type { Row } from './queries.ts'

// Where the provider's books and ours differ, for staff to see.

export type Difference = Pick<PaymentDifference, 'kind' | 'providerId' | 'ours' | 'theirs' | 'outcome'> & {
  accountId: string | null
}

export const bookedHere = ({ status, plan, amount, cancel_at_period_end }: Row): Booked => ({
  status: status as Booked['status'],
  plan: plan as PlanName,
  amount,
  cancelAtPeriodEnd: cancel_at_period_end,
})

export const bookedThere = ({ status, plan, amount, cancelAtPeriodEnd }: GatewaySubscription): Booked => ({
  status,
  plan,
  amount,
  cancelAtPeriodEnd,
})

export const differs = (row: Row, theirs: GatewaySubscription): boolean =>
  JSON.stringify(bookedHere(row)) !== JSON.stringify(bookedThere(theirs))

const json = (value: Booked | null) => value && JSON.stringify(value)

/** Writes one down. What is open stays one row, however many nights it is found again. */
export async function noteDifference(
  db: Db | Tx,
  provider: string,
  { kind, providerId, accountId, ours, theirs, outcome }: Difference,
  now: Date,
): Promise<void> {
  const found = { account_id: accountId, ours: json(ours), theirs: json(theirs), outcome }
  const settled_at = outcome === 'open' ? null : now
  const { numUpdatedRows } = await db
    .updateTable('payment_differences')
    .set({ ...found, settled_at })
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .where('kind', '=', kind)
    .where('outcome', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('payment_differences')
    .values({ ...found, provider, provider_id: providerId, kind, found_at: now, settled_at })
    // Another server was faster.
    .onConflict((row) => row.doNothing())
    .execute()
}

const MOST_OPEN = 200

export const openDifferences = (db: Db, provider: string) =>
  db
    .selectFrom('payment_differences')
    .select(['id', 'provider_id', 'kind', 'account_id'])
    .where('provider', '=', provider)
    .where('outcome', '=', 'open')
    .orderBy('found_at', 'desc')
    .limit(MOST_OPEN)
    .execute()

export const settleDifference = (db: Db, id: string, now: Date) =>
  db
    .updateTable('payment_differences')
    .set({ outcome: 'settled', settled_at: now })
    .where('id', '=', id)
    .where('outcome', '=', 'open')
    .execute()

type Listed = {
  id: string
  kind: string
  provider_id: string
  ours: Booked | null
  theirs: Booked | null
  outcome: string
  found_at: Date
  settled_at: Date | null
  account_id: string | null
  name: string | null
  email: string | null
}

async function page(db: Db, before: string | undefined, limit: number): Promise<Listed[]> {
  const behind = before
    ? sql`(d.found_at, d.id) < (select found_at, id from payment_differences where id = ${before})`
    : sql`true`
  const { rows } = await sql<Listed>`
    select d.id, d.kind, d.provider_id, d.ours, d.theirs, d.outcome, d.found_at, d.settled_at, d.account_id,
      a.full_name as name, a.email
    from payment_differences d left join identity_people a on a.id = d.account_id
    where ${behind} order by d.found_at desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

export async function listDifferences({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await page(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    differences: shown.map((row): PaymentDifference => ({
      _id: row.id,
      user: row.account_id ? { _id: row.account_id, name: row.name ?? '', email: row.email } : null,
      kind: row.kind as PaymentDifference['kind'],
      providerId: row.provider_id,
      ours: row.ours,
      theirs: row.theirs,
      outcome: row.outcome as PaymentDifference['outcome'],
      foundAt: row.found_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    })),
    nextBefore: rows.length > limit ? shown.at(-1)!.id : null,
  }
}
