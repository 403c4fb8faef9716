import { ApiError } from '@kindred/contract'
import type { Logger } from '../log.ts'
import type { Drawn } from './drawing.ts'
import { UNREADABLE, type DrawRequest, type WorkerMessage } from './messages.ts'
import { openProcess, type Death } from './process.ts'

// Pictures are drawn in a separate process, one at a time. It starts with the first picture, ends after a while without
// one, and may die at any time: then the current picture is tried once more, and the others aren't affected.

export type ImageLimits = {
  /** The memory limit of the process, in MB. The largest AVIF that we accept needs nearly 900. */
  memory?: number
  /** The time limit for one picture, in milliseconds. */
  within?: number
  /** How long the process waits for another picture before it ends, in milliseconds. */
  idle?: number
}
export type Images = {
  /** Draws an upload. Refuses files that aren't photos, are too large or are damaged. */
  draw: (bytes: Uint8Array) => Promise<Drawn>
  /** Draws one of the server's own pictures, such as an SVG. */
  drawOurs: (bytes: Uint8Array) => Promise<Drawn>
  /** The fingerprint of a stored picture; null if it shows nothing to recognize it by. */
  fingerprint: (bytes: Uint8Array) => Promise<string | null>
  /** How many pictures are being drawn or wait, and how often the process died. */
  figures: () => { waiting: number; deaths: number }
  /** The id of the process while it runs. */
  pid: () => number | undefined
  close: () => Promise<void>
}

type Answer = Extract<WorkerMessage, { kind: 'drawn' | 'fingerprinted' }>

const TRIES = 2
const RETRY_AFTER = 5

export function openImages(log: Logger, limits: ImageLimits = {}): Images {
  const { memory = 1024, idle = 30_000 } = limits
  const worker = openProcess(log, memory)
  let idling: NodeJS.Timeout | undefined
  let closed = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const answerWithRetry = async (request: DrawRequest): Promise<Answer> => {
    const causes: Death[] = []
    while (causes.length < TRIES && !closed) {
      const outcome = await worker.ask(request, limits.within ?? 20_000)
      if (outcome.kind === 'drawn' || outcome.kind === 'fingerprinted') return outcome
      if (outcome.kind === 'refused') throw new ApiError(outcome.code, outcome.said, outcome.details)
      causes.push(outcome.why)
    }
    throw !closed && causes.every((cause) => cause === 'picture') ? unreadable() : unavailable()
  }

  /** Draws one at a time, so that it is clear which picture was being drawn when the process dies. */
  const inTurn = async (request: DrawRequest): Promise<Answer> => {
    waiting++
    clearTimeout(idling)
    const answered = last.then(() => answerWithRetry(request))
    last = answered.catch(() => {})
    try {
      return await answered
    } finally {
      waiting--
      if (waiting === 0) idling = setTimeout(() => void worker.end(), idle).unref()
    }
  }

  const draw = async (bytes: Uint8Array, ours: boolean): Promise<Drawn> => {
    const answer = await inTurn({ kind: 'draw', bytes, ours })
    if (answer.kind !== 'drawn') throw unavailable()
    return answer.drawn
  }
  return {
    draw: (bytes) => draw(bytes, false),
    drawOurs: (bytes) => draw(bytes, true),
    fingerprint: async (bytes) => {
      const answer = await inTurn({ kind: 'fingerprint', bytes })
      if (answer.kind !== 'fingerprinted') throw unavailable()
      return answer.fingerprint
    },
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
  new ApiError('unavailable', 'We can’t process photos right now. Please try again in a moment.', {
    retryAfter: RETRY_AFTER,
  })
