import type { Interval } from '@kindred/contract/profiles/users'

/** A wider range tells as good as nothing. */
const WIDEST = 30

/** The score to show, or null as long as too few answers make it a guess. */
export const scoreIn = (score: number | null, interval: Interval | null): number | null =>
  interval && interval.high - interval.low < WIDEST ? score : null
