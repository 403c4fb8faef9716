const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Span = { value: number; unit: 'second' | 'minute' | 'hour' | 'day' }

/** The time since `at` in the largest unit that fits. Null after a week, when a date is clearer. */
export function spanOf(at: number, now: number): Span | null {
  const ago = Math.max(0, now - at)
  if (ago < MINUTE) return { value: 0, unit: 'second' }
  if (ago < HOUR) return { value: Math.floor(ago / MINUTE), unit: 'minute' }
  if (ago < DAY) return { value: Math.floor(ago / HOUR), unit: 'hour' }
  return ago < 7 * DAY ? { value: Math.floor(ago / DAY), unit: 'day' } : null
}

/** Compares days in the reader's time zone. */
export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()
