// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface BatchItems {
  batch_id: string
  before: string | null
  decided_at: Timestamp | null
  outcome: string | null
  subject_id: string
}

export interface Batches {
  about: Generated<string>
  action: string
  done: number | null
  failed: Json | null
  finished_at: Timestamp | null
  id: Generated<string>
  made_at: Timestamp
  made_by: string
  needs_approval: Generated<boolean>
  reason: string | null
  refused: Generated<Json>
  released_at: Timestamp | null
  stopped_at: Timestamp | null
  total: number | null
  undoes: string | null
}
