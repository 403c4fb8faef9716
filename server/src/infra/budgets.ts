import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import { first } from './first.ts'

// Rate limits, counted in the database with one statement, so that all servers share them.

export type Budget = { key: string; limit: number; within: number }

/** Counts one try and returns the seconds until another is allowed, or 0 if this one is within the budget. */
async function spend(db: Db, now: Date, { key, limit, within }: Budget): Promise<number> {
  const resets = new Date(now.getTime() + within)
  const { rows } = await sql<{ used: number; resets_at: Date }>`
    insert into budgets (key, used, resets_at) values (${key}, 1, ${resets}::timestamptz)
    on conflict (key) do update set
      used = case when budgets.resets_at <= ${now} then 1 else budgets.used + 1 end,
      resets_at = case when budgets.resets_at <= ${now} then excluded.resets_at else budgets.resets_at end
    returning used, resets_at`.execute(db)
  const { used, resets_at } = first(rows)
  return used > limit ? Math.ceil((resets_at.getTime() - now.getTime()) / 1000) : 0
}

/** Protects sign-in and email against repeated tries. `RATE_LIMIT=off` lifts it, for tests and trials only. */
export type Budgets = {
  /**
   * Refuses with 429 and the wait at the first empty budget. Pass the narrowest first: what they refuse doesn't count
   * against the wider ones, so that one stranger can't use up everyone's budget.
   */
  spend: (budgets: readonly Budget[]) => Promise<void>
  /** The same without an error, for requests that are dropped silently. */
  allows: (budget: Budget) => Promise<boolean>
  /** Resets the budgets of these keys, because the person proved their identity. */
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
