// Written by npm run schema.
import type { Json } from './kinds.ts'

export interface MatchingLikeNotes {
  chooser_id: string
  chosen_id: string
  said: Json | null
}
