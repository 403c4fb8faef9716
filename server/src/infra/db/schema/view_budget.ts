// Written by npm run schema.
import type { ArrayType, Int8 } from './kinds.ts'

export interface Views {
  day: string
  recent: ArrayType<Int8> | null
  seen: string
  viewer_id: string
}
