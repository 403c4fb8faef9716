// Written by npm run schema.
import type { ArrayType, Int8, Timestamp } from './kinds.ts'

export interface LikeCounts {
  account_id: string
  announced: number | null
  at: Timestamp
  counted_at: Timestamp | null
  likers: ArrayType<Int8> | null
  likes: number
}
