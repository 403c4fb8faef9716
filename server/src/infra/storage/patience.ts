import { setTimeout } from 'node:timers/promises'
import { seconds } from '../clock.ts'

const PATIENCE = seconds(2)

/** Waits for what the storage does, but not long: a request is answered even if the storage hangs. */
export const waitAWhile = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, setTimeout(PATIENCE, undefined, { ref: false })])
