// Written by npm run schema.
import type {} from './kinds.ts'

export interface SecondLookReaders {
  account_id: string
  decision_id: string
}
