import type { PaymentDifference } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'

type DifferenceRow = Pick<PaymentDifference, 'kind' | 'ours' | 'theirs' | 'outcome'> & {
  id: string
  provider_id: string
  found_at: Date
  settled_at: Date | null
  account_id: string | null
  name: string | null
  email: string | null
}

async function listPage(db: Db, before: string | undefined, limit: number): Promise<DifferenceRow[]> {
  const isAfterCursor = before
    ? sql`(d.found_at, d.id) < (select found_at, id from payment_differences where id = ${before})`
    : sql`true`
  const { rows } = await sql<DifferenceRow>`
    select d.id, d.kind, d.provider_id, d.ours, d.theirs, d.outcome, d.found_at, d.settled_at, d.account_id,
      a.full_name as name, a.email
    from payment_differences d left join identity_people a on a.id = d.account_id
    where ${isAfterCursor} order by d.found_at desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

const toPaymentDifference = (row: DifferenceRow): PaymentDifference => ({
  _id: row.id,
  user: row.account_id ? { _id: row.account_id, name: row.name ?? '', email: row.email } : null,
  kind: row.kind,
  providerId: row.provider_id,
  ours: row.ours,
  theirs: row.theirs,
  outcome: row.outcome,
  foundAt: row.found_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
})

export async function listDifferences({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await listPage(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    differences: shown.map(toPaymentDifference),
    nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
