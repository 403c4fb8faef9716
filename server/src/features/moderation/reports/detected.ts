import type { RuleName } from '@kindred/contract'
import type { Hit } from '../monitoring/find-hits.ts'

export type DetectedBy = RuleName | 'removed_picture' | 'picture_of_minor' | 'known_fake'

export type Detected = { rule: DetectedBy; facts: Hit['facts'] }
