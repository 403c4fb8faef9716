import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import { later, type Clock } from './clock.ts'
import type { Db, Tx } from './db/db.ts'
import { first } from './first.ts'

// Rate limits are counted in the database with one statement, so that all servers share them.

/** A try costs one, unless `cost` says more. */
export type Budget = { key: string; limit: number; within: number; cost?: number }
/** Refuses once the budget is used up, and counts nothing. For budgets that only failures use up. */
export const unspent = (budget: Budget): Budget => ({ ...budget, limit: budget.limit - 1, cost: 0 })

export type SpentInStatement = { key: string; limit: number; resets_at: Date }

async function spend(db: Db, now: Date, budgets: readonly Budget[]): Promise<number> {
  const [keys, limits] = [budgets.map(({ key }) => key), budgets.map(({ limit }) => limit)]
  const resets = budgets.map(({ within }) => later(now, within))
  const { rows } = await sql<{ until: Date | null }>`
    select budgets_spend(${keys}, ${limits}::int[], ${resets}::timestamptz[], ${now},
      ${budgets.map(({ cost = 1 }) => cost)}::int[]) as until`.execute(db)
  const { until } = first(rows)
  return until ? secondsUntil(until, now) : 0
}

/** Returns false beyond the budget's limit. Ignores `RATE_LIMIT`, because this is for warnings, which limit nothing. */
export const countsWithin = async (db: Db, now: Date, budget: Budget): Promise<boolean> =>
  (await spend(db, now, [budget])) === 0

const spentUntil = async (db: Db | Tx, key: string, limit: number, now: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('budgets')
      .select('resets_at')
      .where('key', '=', key)
      .where('used', '>=', limit)
      .where('resets_at', '>', now)
      .executeTakeFirst()
  )?.resets_at

const secondsUntil = (until: Date, now: Date): number => Math.ceil((until.getTime() - now.getTime()) / 1000)

export const refusedUntil = (until: Date, now: Date): ApiError => tooMany(secondsUntil(until, now))

const tooMany = (retryAfter: number): ApiError =>
  new ApiError('rate_limited', 'Too many attempts. Please wait a while and try again.', { retryAfter })

/** Protects sign-in and email against repeated tries. `RATE_LIMIT=off` disables it, for tests and trials only. */
export type Budgets = {
  /**
   * Refuses with 429 and the wait at the first empty budget. Pass the narrowest budget first: requests that it refuses
   * don't count against the wider ones, so one stranger can't use up everyone's budget.
   */
  spend: (budgets: readonly Budget[]) => Promise<void>
  assertLeft: (budget: Budget, tx?: Tx) => Promise<void>
  /** Works like `spend` without an error, for requests that are dropped silently. */
  allows: (...budgets: Budget[]) => Promise<boolean>
  /** The budget for a statement that spends it itself by `budgets_spend`, or null if nothing is limited. */
  inStatement: (budget: Budget) => SpentInStatement | null
  refill: (keys: readonly string[]) => Promise<void>
}

export function openBudgets(db: Db, clock: Clock, enabled: boolean): Budgets {
  if (!enabled)
    return {
      spend: async () => {},
      assertLeft: async () => {},
      allows: async () => true,
      inStatement: () => null,
      refill: async () => {},
    }
  return {
    spend: async (budgets) => {
      const wait = await spend(db, clock.now(), budgets)
      if (wait > 0) throw tooMany(wait)
    },
    assertLeft: async ({ key, limit }, tx) => {
      const spent = await spentUntil(tx ?? db, key, limit, clock.now())
      if (spent) throw refusedUntil(spent, clock.now())
    },
    allows: async (...budgets) => (await spend(db, clock.now(), budgets)) === 0,
    inStatement: ({ key, limit, within }) => ({ key, limit, resets_at: later(clock.now(), within) }),
    refill: async (keys) => void (await db.deleteFrom('budgets').where('key', 'in', keys).execute()),
  }
}
