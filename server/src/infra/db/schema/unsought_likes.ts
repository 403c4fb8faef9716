// Written by npm run schema.
import type {} from './kinds.ts'

export interface UnsoughtLikes {
  chooser_id: string
  chosen_id: string
}
