import type { PersonalData } from '../../infra/personal-data.ts'
import { auditHandlers } from './audit/routes.ts'
import { configurationHandlers } from './configuration/routes.ts'
import { failedJobHandlers } from './failed-jobs/routes.ts'
import { systemHandlers } from './system/routes.ts'
import { personalData as audit } from './audit/personal-data.ts'
import { personalData as configuration } from './configuration/personal-data.ts'
import { personalData as system } from './system/personal-data.ts'

export const operationsHandlers = {
  ...auditHandlers,
  ...configurationHandlers,
  ...failedJobHandlers,
  ...systemHandlers,
}

export { noteAuditHead } from './audit/jobs.ts'
export { mergeTallies } from './stats/jobs.ts'
export { cleanUp } from './system/jobs.ts'
export { createRoles, distributeTables, undistributeTables, verifyAuditLog } from './system/operator-commands.ts'

export { backupCheck, runChecks, type Check, databaseChecks, queueChecks, replicationChecks } from './checks/checks.ts'
export { keyCheck, machineChecks } from './checks/machine.ts'
export { workerChecks } from './checks/workers.ts'

export {
  audit,
  type AuditDetails,
  listEntries,
  recordAccess,
  recordAccessIfReasoned,
  recordLook,
  recordLookOnce,
  requireReason,
  BLIND_REVIEW_REASON,
} from './audit/audit.ts'
export { auditLines, latestDetails, lastChanger, wasNotedSince } from './audit/queries.ts'

export { defaults } from './configuration/defaults.ts'
export {
  brandOf,
  configurationOf,
  publicSettings,
  wordsOf,
  yourTurnLimitOf,
} from './configuration/read-configuration.ts'
export { phrasesOf, rulesIn } from './configuration/configuration.ts'
export { patternsOf, type Pattern, plain, type Words } from './configuration/rules.ts'

export { countFailedJobs } from './failed-jobs/queries.ts'
export {
  findStats,
  LAST_MONTH,
  type Tally,
  THIS_MONTH,
  countAlike,
  countOnline,
  dayAfterOthers,
} from './stats/queries.ts'
export { ageBuckets, NOT_SPECIFIED } from './stats/rules.ts'
export { factOf, lockFact, saveFact } from './system/queries.ts'

export const personalData: PersonalData = { ...audit, ...configuration, ...system }
