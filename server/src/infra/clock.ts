import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/** The database's time, so that servers agree even if their own clocks are off. */
export type Clock = { now: () => Date }

const EVERY = 30_000

/** Our clock, corrected by its difference from the database's clock, which is measured every 30 seconds. */
export async function databaseClock(db: Db): Promise<Clock & { stop: () => void }> {
  let ahead = 0
  const measure = async () => {
    const sent = Date.now()
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    const received = Date.now()
    if (rows[0]) ahead = rows[0].at.getTime() - (sent + received) / 2
  }
  await measure()
  // While the database is unavailable, the last difference is the best estimate.
  const timer = setInterval(() => void measure().catch(() => {}), EVERY).unref()
  return { now: () => new Date(Date.now() + ahead), stop: () => clearInterval(timer) }
}

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000
export const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

/** A time that may be missing, as the contract writes it. */
export const toInstant = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** Likes are dated by the day, because the minute would reveal who sent one. */
export function startOfDay(at: Date): Date {
  const day = new Date(at)
  day.setUTCHours(0, 0, 0, 0)
  return day
}

export const afterMonths = (from: Date, months: number): Date => {
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + months)
  // In a month without that day, its last day counts, as with payment providers.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}
