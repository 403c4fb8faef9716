// Written by npm run schema.
import type { Json } from './kinds.ts'

export interface MatchingReceivedNotes {
  chooser_id: string
  chosen_id: string
  said: Json | null
}
