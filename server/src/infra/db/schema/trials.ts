// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface SandboxSetups {
  card: string | null
  client_secret: string
  created_at: Timestamp
  customer: string
  id: string
  status: string
}
