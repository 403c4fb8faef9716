// Written by npm run schema.
import type { Generated } from './kinds.ts'

export interface Fading {
  after: string
  is_only: Generated<boolean>
}
