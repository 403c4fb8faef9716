// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface LastingKeys {
  made_at: Generated<Timestamp>
  position: number
  purpose: string
  wrapped: Buffer
  wrapped_with: string
}
