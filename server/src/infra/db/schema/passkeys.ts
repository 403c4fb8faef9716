// Written by npm run schema.
import type { Generated, Int8, Timestamp } from './kinds.ts'

export interface Passkeys {
  account_id: string
  created_at: Timestamp
  credential_id: Buffer
  host: string
  id: Generated<string>
  last_used_at: Timestamp | null
  name: string
  public_key: Buffer
  transports: Generated<string[]>
  uses: Int8
}
