import type { ErrorCode, ErrorDetails } from '@kindred/contract/errors'
import type { Text } from '@kindred/contract/message'
import type { LookUse } from '@kindred/contract/operations/look'
import type { Drawn } from './drawing.ts'
import type { LookFiles } from './look-files.ts'
import type { Voice } from './voice.ts'

/** Requests are sent for one file at a time, so that only that file can be the cause if the worker dies. */
export type WorkerRequest =
  | { kind: 'picture'; bytes: Uint8Array; ours: boolean }
  | { kind: 'look'; bytes: Uint8Array; use: LookUse }
  | { kind: 'voice'; bytes: Uint8Array }

export type WorkerMessage =
  | { kind: 'drawn'; drawn: Drawn }
  | { kind: 'look-drawn'; files: LookFiles }
  | { kind: 'encoded'; voice: Voice }
  | { kind: 'refused'; code: ErrorCode; said: Text; details: ErrorDetails }
  | { kind: 'too-heavy' }
