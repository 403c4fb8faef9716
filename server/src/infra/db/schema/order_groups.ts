// Written by npm run schema.
import type { Generated, Json } from './kinds.ts'

export interface OrderGroups {
  gender_group: string
  gets_likes: number
  gets_of: number
  gives_likes: number
  gives_of: number
  mean_shown: Generated<number>
  pinned: Generated<boolean>
  usual: number
  version: Generated<number>
  weights: Json
}
