import type { RuleName } from '@kindred/contract'
import type { Hit } from '../monitoring/find-hits.ts'

/** Why a rule reported someone. */
export type Detected = { rule: RuleName; facts: Hit['facts'] }
