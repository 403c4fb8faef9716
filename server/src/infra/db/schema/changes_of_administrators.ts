// Written by npm run schema.
import type {} from './kinds.ts'

export interface ApprovalObjectors {
  account_id: string
  approval_id: string
}
