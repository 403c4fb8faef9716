import type { ErrorCode, ErrorDetails } from '@kindred/contract/errors'
import { say, type Text } from '@kindred/contract/said'
import type { Drawn } from './drawing.ts'

// The messages between the server and its picture worker.

/** Sent for one picture at a time, so that only that picture can be the cause if the worker dies. */
export type DrawRequest =
  | { kind: 'draw'; bytes: Uint8Array; ours: boolean }
  | { kind: 'fingerprint'; bytes: Uint8Array }

export type WorkerMessage =
  | { kind: 'drawn'; drawn: Drawn }
  | { kind: 'fingerprinted'; fingerprint: string | null }
  | { kind: 'refused'; code: ErrorCode; said: Text; details: ErrorDetails }
  /** The last message of a worker that exceeded its memory limit. */
  | { kind: 'too-heavy' }

export const UNREADABLE = say('We couldn’t open this photo. It may be damaged.')
