// Written by npm run schema.
import type { Json } from './kinds.ts'

export interface AnswerSheets {
  account_id: string
  answers: Json
}
