// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface ChatVoiceNotes {
  duration_ms: number
  file_id: string
  match_id: string | null
  message_id: string
}

export interface VoiceNotes {
  account_id: string
  created_at: Timestamp
  duration_ms: number
  file_id: string
  match_id: string
  message_id: string
  peaks: number[]
  size: number
}
