import type { ErrorCode, ErrorDetails } from '@kindred/contract/errors'
import type { Drawn } from './drawing.ts'

// What the server and its picture worker send each other.

/** One picture at a time: whichever is on the way when the worker dies has killed it, or nothing has. */
export type Asked = { bytes: Uint8Array; ours: boolean }

export type Told =
  | { kind: 'drawn'; drawn: Drawn }
  | { kind: 'refused'; code: ErrorCode; message: string; details: ErrorDetails }
  /** The last word of a worker that took more memory than it may. */
  | { kind: 'too-heavy' }

export const UNREADABLE = 'This picture cannot be read. It may be damaged.'
