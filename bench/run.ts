import type { Spread } from './measure.ts'
import type { Add } from './results.ts'
import type { Bench } from './server.ts'

/** What a section measures, and where its rows go. */
export type Run = {
  bench: Bench
  add: Add
  /** How long each rate is held. */
  seconds: number
  /** Likes and messages a second. */
  rate: number
  sockets: number
  /** How often each read is measured, and for how many viewers a deck is compared with the exact one. */
  calls: number
  viewers: number
  /** By how much every bar is widened: a short run is a coarse one. */
  slack: number
  isShort: boolean
  /** How long a deck takes among ten thousand. */
  few: Spread | undefined
}
