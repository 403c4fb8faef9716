// Written by npm run schema.
import type {} from './kinds.ts'

export interface Views {
  day: string
  seen: string
  viewer_id: string
}
