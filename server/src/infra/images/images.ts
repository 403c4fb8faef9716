import { ApiError, invalidField, type LookUse } from '@kindred/contract'
import type { Logger } from '../log.ts'
import type { Drawn } from './drawing.ts'
import type { WorkerRequest } from './messages.ts'
import { openProcess, type Death, type Outcome } from './process.ts'
import type { LookFiles } from './look-files.ts'
import type { Voice } from './voice.ts'
import { UNREADABLE, UNREADABLE_VOICE } from './unreadable.ts'

// Photos and recordings are encoded in a separate process, one at a time. The process starts with the first file, ends
// after a while without any, and may die at any time. Then the current file is retried, and no other is affected.

export type ImageLimits = {
  /** The memory limit of the process, in MB. The largest AVIF that we accept needs nearly 900. */
  memory?: number
  within?: number
  idle?: number
}
export type Images = {
  draw: (bytes: Uint8Array) => Promise<Drawn>
  drawOurs: (bytes: Uint8Array) => Promise<Drawn>
  drawLookFile: (bytes: Uint8Array, use: LookUse) => Promise<LookFiles>
  encodeVoice: (bytes: Uint8Array) => Promise<Voice>
  figures: () => { waiting: number; deaths: number }
  pid: () => number | undefined
  close: () => Promise<void>
}

const TRIES = 2
const RETRY_AFTER = 5

export function openImages(log: Logger, limits: ImageLimits = {}): Images {
  const { memory = 1024, idle = 30_000 } = limits
  const worker = openProcess(log, memory)
  let idling: NodeJS.Timeout | undefined
  let closed = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const askWithRetry = async (request: WorkerRequest): Promise<Made> => {
    const causes: Death[] = []
    // A drawing can be written to take forever, and would then take as long again.
    const tries = request.kind === 'look' ? 1 : TRIES
    while (causes.length < tries && !closed) {
      const outcome = await worker.ask(request, limits.within ?? 20_000)
      if (outcome.kind === 'refused') throw new ApiError(outcome.code, outcome.said, outcome.details)
      if (outcome.kind !== 'died') return outcome
      causes.push(outcome.why)
    }
    throw !closed && causes.every((cause) => cause === 'file') ? unreadable(request) : unavailable(request)
  }

  /** Handles one file at a time, so that the cause is clear when the process dies. */
  const inTurn = async (request: WorkerRequest): Promise<Made> => {
    waiting++
    clearTimeout(idling)
    const made = last.then(() => askWithRetry(request))
    last = made.catch(() => {})
    try {
      return await made
    } finally {
      waiting--
      if (waiting === 0) idling = setTimeout(() => void worker.end(), idle).unref()
    }
  }

  return {
    draw: async (bytes) => drawnOf(await inTurn({ kind: 'picture', bytes, ours: false })),
    drawOurs: async (bytes) => drawnOf(await inTurn({ kind: 'picture', bytes, ours: true })),
    drawLookFile: async (bytes, use) => lookFilesOf(await inTurn({ kind: 'look', bytes, use })),
    encodeVoice: async (bytes) => voiceOf(await inTurn({ kind: 'voice', bytes })),
    figures: () => ({ waiting, deaths: worker.deaths() }),
    pid: worker.pid,
    close: async () => {
      closed = true
      clearTimeout(idling)
      await worker.end()
    },
  }
}

type Made = Exclude<Outcome, { kind: 'refused' | 'died' }>

const wrongAnswer = (made: Made) => new Error(`The picture worker answered “${made.kind}” to something else.`)

function drawnOf(made: Made): Drawn {
  if (made.kind !== 'drawn') throw wrongAnswer(made)
  return made.drawn
}

function lookFilesOf(made: Made): LookFiles {
  if (made.kind !== 'look-drawn') throw wrongAnswer(made)
  return made.files
}

function voiceOf(made: Made): Voice {
  if (made.kind !== 'encoded') throw wrongAnswer(made)
  return made.voice
}

function unreadable({ kind }: WorkerRequest): ApiError {
  const msg = kind === 'voice' ? UNREADABLE_VOICE : UNREADABLE
  return invalidField('file', msg)
}

const later = { retryAfter: RETRY_AFTER }
const unavailable = ({ kind }: WorkerRequest): ApiError =>
  kind === 'voice'
    ? new ApiError('unavailable', 'We can’t process voice notes right now. Please try again in a moment.', later)
    : new ApiError('unavailable', 'We can’t process photos right now. Please try again in a moment.', later)
