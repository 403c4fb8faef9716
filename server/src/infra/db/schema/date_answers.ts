// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface DateAnswers {
  account_id: string
  again: boolean | null
  answered_at: Timestamp
  id: Generated<string>
  met: boolean
  other_id: string
  plan_id: string | null
  starts_at: Timestamp
}
