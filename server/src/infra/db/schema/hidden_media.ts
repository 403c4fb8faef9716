// Written by npm run schema.
import type { Json } from './kinds.ts'

export interface ModerationHiddenMedia {
  account_id: string
  fingerprints: Json | null
  pictures: Json | null
  sound: Json | null
}
