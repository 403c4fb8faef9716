import type { PersonalData } from '../../infra/personal-data.ts'
import { auditHandlers } from './audit/routes.ts'
import { configurationHandlers } from './configuration/routes.ts'
import { documentHandlers } from './documents/routes.ts'
import { lookHandlers } from './look/routes.ts'
import { textHandlers } from './texts/routes.ts'
import { failedJobHandlers } from './failed-jobs/routes.ts'
import { recipeHandlers } from './recipes/routes.ts'
import { systemHandlers } from './system/routes.ts'
import { personalData as audit } from './audit/personal-data.ts'
import { personalData as configuration } from './configuration/personal-data.ts'
import { personalData as system } from './system/personal-data.ts'

export const operationsHandlers = {
  ...auditHandlers,
  ...configurationHandlers,
  ...documentHandlers,
  ...failedJobHandlers,
  ...lookHandlers,
  ...recipeHandlers,
  ...systemHandlers,
  ...textHandlers,
}

export { noteAuditHead } from './audit/jobs.ts'
export { mergeTallies } from './stats/jobs.ts'
export { cleanUp } from './system/jobs.ts'
export { createRoles, distributeTables, undistributeTables, verifyAuditLog } from './system/operator-commands.ts'

export { backupCheck, runChecks, type Check, databaseChecks, queueChecks, replicationChecks } from './checks/checks.ts'
export { keyCheck, machineChecks } from './checks/machine.ts'
export { workerChecks } from './checks/workers.ts'
export { operatorCheck } from './configuration/operator-check.ts'

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
export {
  auditLines,
  entriesAbout,
  entriesOfTimeline,
  latestDetails,
  lastChanger,
  lastTimes,
  subjectsOf,
  wasDoneBySince,
  wasNotedSince,
  findLastEntry,
} from './audit/queries.ts'

export { ageNeededFor, assertAgeProven, issuersIn } from './configuration/age.ts'
export { defaults } from './configuration/defaults.ts'
export {
  assertOn,
  brandOf,
  configurationOf,
  configuredFields,
  configuredQuestions,
  configuredQuestionsSoon,
  fieldsIn,
  fieldsOf,
  houseOf,
  profileSettingsIn,
  profileValuesIn,
  profileValuesOf,
  publicSettings,
  requiredTermsOf,
  requiredTermsSoon,
  followTexts,
  wordsOf,
  yourTurnLimitOf,
} from './configuration/read-configuration.ts'
export { rulesIn } from './configuration/configuration.ts'
export { expiredIn, expiredEntries } from './configuration/retired-fields.ts'
export { expiredQuestions, type ExpiredQuestions } from './configuration/retired-questions.ts'
export { patternsOf, type Words } from './configuration/rules.ts'

export { firstStepsLeft, installRecipe } from './recipes/recipes.ts'
export { lookFileKey } from './look/routes.ts'
export { countFailedJobs } from './failed-jobs/queries.ts'
export {
  findStats,
  LAST_MONTH_LATER,
  LAST_MONTH_SO_FAR,
  type Tally,
  THIS_MONTH,
  countAlike,
  countOnline,
  dayAfterOthers,
} from './stats/queries.ts'
export { ageBuckets, NOT_SPECIFIED } from './stats/rules.ts'
export { factOf, lockFact, saveFact } from './system/queries.ts'

export const personalData: PersonalData = { ...audit, ...configuration, ...system }
