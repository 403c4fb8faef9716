import type { RuleName } from '@kindred/contract'
import type { Hit } from '../monitoring/find-hits.ts'

/** Automatic reporters: the monitoring rules, and the watchlist for photos in messages. */
export type DetectedBy = RuleName | 'removed_picture' | 'picture_of_minor' | 'known_fake'

export type Detected = { rule: DetectedBy; facts: Hit['facts'] }
