import { sql, type ExpressionBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { DB } from '../../../infra/db/schema.ts'
import type { Narrowed, SubscriptionRow } from '../subscriptions.sql.ts'

export type ListedRow = SubscriptionRow & { first_name: string; last_name: string; email: string | null }

export type SubscriptionFilters = { status?: string | undefined; plan?: string | undefined }
export type SubscriptionPage = SubscriptionFilters & {
  page: number
  limit: number
  after?: string | undefined
  sort?: 'newest' | 'oldest' | undefined
}

const matches =
  ({ status, plan }: SubscriptionFilters) =>
  (eb: ExpressionBuilder<DB, 'subscriptions'>) =>
    eb.and([
      ...(status === undefined ? [] : [eb('subscriptions.status', '=', status)]),
      ...(plan === undefined ? [] : [eb('subscriptions.plan', '=', plan)]),
    ])

/** Finding ids first lets an index-only scan skip the earlier pages. */
export async function listPage(
  db: Db,
  { page, limit, after, sort = 'newest', ...filters }: SubscriptionPage,
): Promise<ListedRow[]> {
  const isNewest = sort === 'newest'
  const direction = isNewest ? 'desc' : 'asc'
  const place = sql<boolean>`(created_at, id) ${isNewest ? sql`<` : sql`>`}
    (select created_at, id from subscriptions where id = ${after})`
  return db
    .selectFrom('subscriptions')
    .innerJoin('identity_people', 'identity_people.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select(['identity_people.first_name', 'identity_people.last_name', 'identity_people.email'])
    .$narrowType<Narrowed>()
    .where('subscriptions.id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where(matches(filters))
        .$if(after !== undefined, (rows) => rows.where(place))
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset(after === undefined ? (page - 1) * limit : 0),
    )
    .orderBy('subscriptions.created_at', direction)
    .orderBy('subscriptions.id', direction)
    .execute()
}

export async function countSubscriptions(db: Db, filters: SubscriptionFilters): Promise<number> {
  const { total } = await db
    .selectFrom('subscriptions')
    .where(matches(filters))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
