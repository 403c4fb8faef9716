// Written by npm run schema.
import type { Generated, Int8, Timestamp } from './kinds.ts'

export interface Budgets {
  key: string
  resets_at: Timestamp
  used: number
}

export interface SocketIoAttachments {
  created_at: Generated<Timestamp>
  id: Generated<Int8>
  payload: Buffer | null
}
