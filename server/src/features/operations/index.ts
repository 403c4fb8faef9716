// What other rooms may use of `operations`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as audit } from './audit/personal-data.ts'
import { personalData as configuration } from './configuration/personal-data.ts'
import { personalData as system } from './system/personal-data.ts'

export { auditHandlers } from './audit/routes.ts'
export { audit, type Entry, look, lookIfReasoned, requireReason } from './audit/service.ts'
export { lastChanger, wasNotedSince } from './audit/decisions.sql.ts'
export { configurationHandlers } from './configuration/routes.ts'
export {
  brandOf,
  configurationOf,
  defaults,
  patternsOf,
  publicSettings,
  type Words,
  wordsOf,
} from './configuration/service.ts'
export { failedJobHandlers } from './failed-jobs/routes.ts'
export { addUp, type Alike, countAlike, countOnline, figures, LAST_MONTH, THIS_MONTH } from './figures/figures.ts'
export { ageBuckets, NOT_SPECIFIED } from './figures/rules.ts'
export { factOf, saveFact } from './system/facts.sql.ts'
export { cleanUp, noteAuditHead } from './system/jobs.ts'
export { checks, createRoles, verified } from './system/operating.ts'
export { systemHandlers } from './system/routes.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = { ...audit, ...configuration, ...system }
