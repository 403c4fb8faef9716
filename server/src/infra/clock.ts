import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/** What time it is, by the database: servers whose own clocks are off agree all the same. */
export type Clock = { now: () => Date }

const EVERY = 30_000

/** Our clock, moved by what the database's differs from it; asked again every half minute. */
export async function databaseClock(db: Db): Promise<Clock & { stop: () => void }> {
  let ahead = 0
  const ask = async () => {
    const asked = Date.now()
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    const answered = Date.now()
    if (rows[0]) ahead = rows[0].at.getTime() - (asked + answered) / 2
  }
  await ask()
  // While the database is away the last difference is still the best that we know.
  const timer = setInterval(() => void ask().catch(() => {}), EVERY).unref()
  return { now: () => new Date(Date.now() + ahead), stop: () => clearInterval(timer) }
}

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000
export const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

export const afterMonths = (from: Date, months: number): Date => {
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + months)
  // A month without such a day ends a day early, as calendars of payments do.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}
