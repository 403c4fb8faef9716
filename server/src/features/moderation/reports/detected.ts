import type { RuleName } from '@kindred/contract'
import type { Hit } from '../monitoring/find-hits.ts'

/** What reports someone by itself: a monitoring rule, or the list that photos in messages are compared with. */
export type DetectedBy = RuleName | 'removed_picture' | 'picture_of_minor' | 'known_fake'

/** Why someone was reported. */
export type Detected = { rule: DetectedBy; facts: Hit['facts'] }
