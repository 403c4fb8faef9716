// Written by npm run schema.
import type {} from './kinds.ts'

export interface DiscoveryLearning {
  from_dates: boolean
}
