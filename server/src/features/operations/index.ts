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
export { mergeTallies } from './figures/jobs.ts'
export { cleanUp } from './system/jobs.ts'
export { createRoles, distributeTables, undistributeTables, verifyAuditLog } from './system/operator-commands.ts'

export { backupCheck } from './checks/backup.ts'
export { runChecks, type Check } from './checks/check.ts'
export { databaseChecks } from './checks/database.ts'
export { keyCheck, machineChecks } from './checks/machine.ts'
export { queueChecks } from './checks/queue.ts'
export { replicationChecks } from './checks/replication.ts'
export { workerChecks } from './checks/workers.ts'

export { audit, type AuditDetails } from './audit/audit.ts'
export { auditLines } from './audit/export.sql.ts'
export { listEntries } from './audit/list-entries.ts'
export { latestDetails } from './audit/latest-details.sql.ts'
export { lastChanger, wasNotedSince } from './audit/decisions.sql.ts'
export {
  recordAccess,
  recordAccessIfReasoned,
  recordLook,
  recordLookOnce,
  requireReason,
} from './audit/record-access.ts'

export { defaults } from './configuration/defaults.ts'
export { brandOf, configurationOf, publicSettings, wordsOf } from './configuration/read-configuration.ts'
export { phrasesOf } from './configuration/phrases.ts'
export { patternsOf, type Pattern, plain, type Words } from './configuration/rules.ts'
export { rulesIn } from './configuration/rules-in.ts'

export { countFailedJobs } from './failed-jobs/failed-jobs.sql.ts'
export { findFigures, LAST_MONTH, type Tally, THIS_MONTH } from './figures/figures.sql.ts'
export { ageBuckets, NOT_SPECIFIED } from './figures/rules.ts'
export { countAlike, countOnline, dayAfterOthers } from './figures/tallies.sql.ts'
export { factOf, lockFact, saveFact } from './system/facts.sql.ts'

export const personalData: PersonalData = { ...audit, ...configuration, ...system }

export { SECOND_LOOK_REASON } from './audit/to-entry.ts'
