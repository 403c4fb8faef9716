import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'

// How often something guarded may be tried, counted in the database: one statement, the same for every server.

export type Budget = { key: string; limit: number; within: number }

/** Counts one try, and says how many seconds until there is room for another (0: there is). */
async function spend(db: Db, now: Date, { key, limit, within }: Budget): Promise<number> {
  const resets = new Date(now.getTime() + within)
  const { rows } = await sql<{ used: number; resets_at: Date }>`
    insert into budgets (key, used, resets_at) values (${key}, 1, ${resets}::timestamptz)
    on conflict (key) do update set
      used = case when budgets.resets_at <= ${now} then 1 else budgets.used + 1 end,
      resets_at = case when budgets.resets_at <= ${now} then excluded.resets_at else budgets.resets_at end
    returning used, resets_at`.execute(db)
  const { used, resets_at } = rows[0]!
  return used > limit ? Math.ceil((resets_at.getTime() - now.getTime()) / 1000) : 0
}

/** What guards sign-in and mail against patience. `RATE_LIMIT=off` lifts it, for tests and trials alone. */
export type Budgets = {
  /**
   * Refuses with 429 and the wait at the first budget that is empty. The narrowest come first: what they refuse is not
   * counted against the wider ones, so that one stranger cannot use up everybody's.
   */
  spend: (budgets: readonly Budget[]) => Promise<void>
  /** The same without a refusal, for what is dropped in silence. */
  allows: (budget: Budget) => Promise<boolean>
  /** Gives back all that was spent under the keys: the person turned out to be who they said. */
  refill: (keys: readonly string[]) => Promise<void>
}

export function openBudgets(db: Db, clock: Clock, enabled: boolean): Budgets {
  if (!enabled) return { spend: async () => {}, allows: async () => true, refill: async () => {} }
  return {
    spend: async (budgets) => {
      for (const budget of budgets) {
        const wait = await spend(db, clock.now(), budget)
        if (wait > 0)
          throw new ApiError('rate_limited', 'Too many tries. Please wait a while and try again.', { retryAfter: wait })
      }
    },
    allows: async (budget) => (await spend(db, clock.now(), budget)) === 0,
    refill: async (keys) => void (await db.deleteFrom('budgets').where('key', 'in', keys).execute()),
  }
}
