import { ApiError } from '@kindred/contract'
import type { Logger } from '../log.ts'
import type { Drawn } from './drawing.ts'
import { UNREADABLE, type Asked } from './messages.ts'
import { openProcess, type Death } from './process.ts'

// Pictures are drawn in a process of their own, one after the other. It starts with the first picture, goes when there have been
// none for a while, and may die at any time: the picture that it was at is tried once more, the others never notice.

export type ImageLimits = {
  /** What the process may take, in MB: the largest AVIF that we accept needs nearly nine hundred. */
  memory?: number
  /** How long one picture may take, in milliseconds. */
  within?: number
  /** How long the process stays without a picture, in milliseconds. */
  idle?: number
}
export type Images = {
  /** What people send. Refuses what is no photo, too large or damaged. */
  draw: (bytes: Uint8Array) => Promise<Drawn>
  /** Drawings of our own, SVG for example. */
  drawOurs: (bytes: Uint8Array) => Promise<Drawn>
  /** Pictures that are being drawn or wait for it, and how often the process died. */
  figures: () => { waiting: number; deaths: number }
  /** The process, while there is one. */
  pid: () => number | undefined
  close: () => Promise<void>
}

const TRIES = 2
const RETRY_AFTER = 5

export function openImages(log: Logger, { memory = 1024, within = 20_000, idle = 30_000 }: ImageLimits = {}): Images {
  const worker = openProcess(log, memory, within)
  let idling: NodeJS.Timeout | undefined
  let closed = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const drawWithRetry = async (asked: Asked): Promise<Drawn> => {
    const causes: Death[] = []
    while (causes.length < TRIES && !closed) {
      const outcome = await worker.ask(asked)
      if (outcome.kind === 'drawn') return outcome.drawn
      if (outcome.kind === 'refused') throw new ApiError(outcome.code, outcome.message, outcome.details)
      causes.push(outcome.why)
    }
    throw !closed && causes.every((cause) => cause === 'picture') ? unreadable() : unavailable()
  }

  /** One after the other: only then is it known which picture was at it. */
  const inTurn = async (asked: Asked): Promise<Drawn> => {
    waiting++
    clearTimeout(idling)
    const drawn = last.then(() => drawWithRetry(asked))
    last = drawn.catch(() => {})
    try {
      return await drawn
    } finally {
      waiting--
      if (waiting === 0) idling = setTimeout(() => void worker.end(), idle).unref()
    }
  }

  return {
    draw: (bytes) => inTurn({ bytes, ours: false }),
    drawOurs: (bytes) => inTurn({ bytes, ours: true }),
    figures: () => ({ waiting, deaths: worker.deaths() }),
    pid: worker.pid,
    close: async () => {
      closed = true
      clearTimeout(idling)
      await worker.end()
    },
  }
}

const unreadable = () => new ApiError('invalid_request', UNREADABLE, { errors: [{ path: 'file', msg: UNREADABLE }] })
const unavailable = () =>
  new ApiError('unavailable', "We can't process pictures right now. Please try again in a moment.", {
    retryAfter: RETRY_AFTER,
  })
