// Written by npm run schema.
import type { Json, Timestamp } from './kinds.ts'

export interface OrderFits {
  adopted: boolean
  calibration: number | null
  choices: number
  fitted_at: Timestamp
  groups: Json
  loss: number | null
  loss_in_use: number | null
  version: number
}
