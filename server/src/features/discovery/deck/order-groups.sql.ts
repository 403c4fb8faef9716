import { sql, type Selectable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { OrderGroups } from '../../../infra/db/schema.ts'
import { orderOfGroups } from './mean-order.ts'
import { type GroupOrder, parameters, type Weights } from './rules.ts'

export const toGroupOrder = (row: Selectable<OrderGroups>): GroupOrder => ({
  gives: { likes: row.gives_likes, of: row.gives_of },
  gets: { likes: row.gets_likes, of: row.gets_of },
  usual: row.usual,
  // Only fitted weights are saved in this column.
  weights: { ...parameters.weights, ...(row.weights as Partial<Weights>) },
  meanShown: row.mean_shown,
})

/** Accepts one gender group, or several joined by a plus. */
export type OrderOf = (genderGroups: string | null) => GroupOrder

export async function readOrder(db: Db | Tx): Promise<OrderOf> {
  const rows = await db.selectFrom('order_groups').selectAll().execute()
  return orderOfGroups(new Map(rows.map((row) => [row.gender_group, toGroupOrder(row)])))
}

export const currentOrder = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<OrderOf> =>
  memory.cache(
    'order-groups',
    () => readOrder(db),
    () => true,
  )

/** In days. Only recently active members count. */
const ACTIVE_LATELY = 14

export const saveMeanExposures = (db: Db) =>
  sql`update order_groups o set mean_shown = coalesce((
      select avg(s.shown) from standings s join sightings seen on seen.account_id = s.account_id
      where s.shown_to & seeks(array[o.gender_group]) > 0
        and seen.seen_at >= now() - make_interval(days => ${ACTIVE_LATELY}::int)), 1)`.execute(db)
