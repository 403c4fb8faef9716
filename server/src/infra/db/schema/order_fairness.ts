// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface OrderEffects {
  age_from: number
  effect: number
  fitted_at: Timestamp
  gender_group: string
  high: number
  low: number
  viewers: number
}

export interface OrderFairness {
  age_from: number
  counted_at: Timestamp
  exposure: number | null
  gender_group: string
  gini: number | null
  gone_cards: number | null
  lost_likes: number | null
  members: number | null
  under_a_tenth: number | null
  unseen: number | null
  wait_days: number | null
}
