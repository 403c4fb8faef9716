// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface LikesReceived {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
  note: string | null
  note_on: string | null
  note_on_photo: string | null
}
