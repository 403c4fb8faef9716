// Written by npm run schema.
import type { Generated, Int8 } from './kinds.ts'

export interface UncountedChoices {
  choices: number
  chooser_id: string
  chosen_id: string
  id: Generated<Int8>
  likes: number
}
