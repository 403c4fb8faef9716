import type { ErrorCode, ErrorDetails } from '@kindred/contract/errors'
import type { Drawn } from './drawing.ts'

// The messages between the server and its picture worker.

/** Sent for one picture at a time, so that only that picture can be the cause if the worker dies. */
export type DrawRequest = { bytes: Uint8Array; ours: boolean }

export type WorkerMessage =
  | { kind: 'drawn'; drawn: Drawn }
  | { kind: 'refused'; code: ErrorCode; message: string; details: ErrorDetails }
  /** The last message of a worker that exceeded its memory limit. */
  | { kind: 'too-heavy' }

export const UNREADABLE = 'We couldn’t open this photo. It may be damaged.'
