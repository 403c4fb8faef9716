// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface ReportPresence {
  account_id: string
  at: Timestamp
  report_id: string
}
