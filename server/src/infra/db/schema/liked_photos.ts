// Written by npm run schema.
import type { Json, Timestamp } from './kinds.ts'

export interface MatchingLikeNotes {
  at: Timestamp | null
  chooser_id: string
  chosen_id: string
  said: Json | null
  was_received: boolean | null
}
