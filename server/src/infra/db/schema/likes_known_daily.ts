// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface IncognitoShown {
  at: Timestamp
  person_id: string
  viewer_id: string
}

export interface LikeHours {
  key: Buffer
  only_row: Generated<boolean>
}

export interface ModerationReporters {
  about_id: string | null
  reporter_id: string | null
}
