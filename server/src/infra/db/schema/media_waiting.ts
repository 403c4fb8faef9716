// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface MediaWaiting {
  bytes: Buffer | null
  due_at: Timestamp
  key: string
  owner_id: string
  since: Timestamp
  size: number
  tries: Generated<number>
}
