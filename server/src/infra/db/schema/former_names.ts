// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface FormerNames {
  account_id: string
  first_name: string
  id: Generated<string>
  until: Timestamp
}
