import type { Spread } from './measure.ts'
import type { Add } from './results.ts'
import type { Bench } from './server.ts'

export type Run = {
  bench: Bench
  add: Add
  /** The duration of each rate. */
  seconds: number
  /** Likes and messages per second. */
  rate: number
  sockets: number
  /** The number of measurements of each read, and of viewers whose deck is compared with the exact one. */
  calls: number
  viewers: number
  /** The factor that widens every target: a short run is less precise. */
  slack: number
  isShort: boolean
  /** The time of a deck among ten thousand members. */
  few: Spread | undefined
}
