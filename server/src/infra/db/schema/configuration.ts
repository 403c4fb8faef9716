// Written by npm run schema.
import type { Json, Timestamp } from './kinds.ts'

export interface Configurations {
  changed: string[]
  changed_at: Timestamp
  changed_by: string
  content: Json
  reason: string | null
  version: number
}
