// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface HiddenFrom {
  address_block_id: string
  at: Timestamp
  hider_id: string
  viewer_id: string
}
