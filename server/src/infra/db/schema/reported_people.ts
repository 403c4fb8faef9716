// Written by npm run schema.
import type {} from './kinds.ts'

export interface ModerationReported {
  about_id: string
  report_id: string
}
