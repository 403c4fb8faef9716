import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'

// How often something guarded may be tried, counted in the database: one statement, the same for every server.

export type Budget = { key: string; limit: number; within: number }

/** Counts one try against each budget, and says how many seconds until the fullest of them has room (0: go on). */
async function spend(db: Db, now: Date, budgets: readonly Budget[]): Promise<number> {
  if (budgets.length === 0) return 0
  // Always in the same order: two requests that count the same keys must not wait for each other.
  const sorted = budgets.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = sorted.map(({ key, within }) => sql`(${key}, ${new Date(now.getTime() + within)}::timestamptz)`)
  const { rows: counted } = await sql<{ key: string; used: number; resets_at: Date }>`
    insert into budgets (key, used, resets_at) select key, 1, resets from (values ${sql.join(rows)}) as given(key, resets)
    on conflict (key) do update set
      used = case when budgets.resets_at <= ${now} then 1 else budgets.used + 1 end,
      resets_at = case when budgets.resets_at <= ${now} then excluded.resets_at else budgets.resets_at end
    returning key, used, resets_at`.execute(db)
  const limits = new Map(budgets.map(({ key, limit }) => [key, limit]))
  const waits = counted
    .filter(({ key, used }) => used > limits.get(key)!)
    .map(({ resets_at }) => (resets_at.getTime() - now.getTime()) / 1000)
  return Math.max(0, ...waits.map((wait) => Math.ceil(wait)))
}

/** What guards sign-in and mail against patience. `RATE_LIMIT=off` lifts it, for tests and trials alone. */
export type Budgets = {
  /** Refuses with 429 and the wait where one of the budgets is empty. */
  spend: (budgets: readonly Budget[]) => Promise<void>
  /** Gives back all that was spent under the keys: the person turned out to be who they said. */
  refill: (keys: readonly string[]) => Promise<void>
}

export function openBudgets(db: Db, clock: Clock, enabled: boolean): Budgets {
  if (!enabled) return { spend: async () => {}, refill: async () => {} }
  return {
    spend: async (budgets) => {
      const wait = await spend(db, clock.now(), budgets)
      if (wait > 0)
        throw new ApiError('rate_limited', 'Too many tries. Please wait a while and try again.', { retryAfter: wait })
    },
    refill: async (keys) => void (await db.deleteFrom('budgets').where('key', 'in', keys).execute()),
  }
}
