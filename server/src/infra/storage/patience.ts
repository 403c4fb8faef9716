import { setTimeout } from 'node:timers/promises'
import { seconds } from '../clock.ts'

const PATIENCE = seconds(2)

/** Limits the wait, so that a request ends even if the storage hangs. */
export const waitAWhile = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, setTimeout(PATIENCE, undefined, { ref: false })])
