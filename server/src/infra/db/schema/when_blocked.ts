// Written by npm run schema.
import type { Json } from './kinds.ts'

export interface ModerationHiddenTexts {
  account_id: string
  bio: string | null
  prompts: Json | null
  voice_text: string | null
}
