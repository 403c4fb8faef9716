import type { Db } from '../../../infra/db/db.ts'
import type { Narrowed, SubscriptionRow } from '../subscriptions.sql.ts'

export type ListedRow = SubscriptionRow & { first_name: string; last_name: string; email: string | null }

export type SubscriptionFilters = {
  page: number
  limit: number
  status?: string | undefined
  plan?: string | undefined
}

export async function listPage(db: Db, { status, plan, page, limit }: SubscriptionFilters) {
  const filtered = db
    .selectFrom('subscriptions')
    .where((eb) =>
      eb.and([
        ...(status === undefined ? [] : [eb('subscriptions.status', '=', status)]),
        ...(plan === undefined ? [] : [eb('subscriptions.plan', '=', plan)]),
      ]),
    )
  const rows: ListedRow[] = await filtered
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select(['identity_people.first_name', 'identity_people.last_name', 'identity_people.email'])
    .$narrowType<Narrowed>()
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
