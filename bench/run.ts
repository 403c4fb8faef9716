import type { Spread } from './measure.ts'
import type { Add } from './results.ts'
import type { Bench } from './server.ts'

export type Run = {
  bench: Bench
  add: Add
  seconds: number
  rate: number
  sockets: number
  /** The number of measurements of each read, and the number of viewers whose deck is compared with the exact one. */
  calls: number
  viewers: number
  slack: number
  isShort: boolean
  few: Spread | undefined
}
