import type { PersonalData } from '../../infra/personal-data.ts'
import { accountLinkHandlers } from './account-links/routes.ts'
import { administrationHandlers } from './administration/routes.ts'
import { appealHandlers } from './appeals/routes.ts'
import { approvalHandlers } from './approvals/routes.ts'
import { auditLogHandlers } from './audit-log/routes.ts'
import { batchHandlers } from './batches/routes.ts'
import { evidenceHandlers } from './evidence/routes.ts'
import { decisionHandlers } from './decisions/routes.ts'
import { fraudWarningHandlers } from './fraud/routes.ts'
import { monitoringHandlers } from './monitoring/routes.ts'
import { pictureSweepHandlers } from './picture-sweep/routes.ts'
import { pairHandlers } from './pairs/routes.ts'
import { reportHandlers } from './reports/routes.ts'
import { reviewHandlers } from './reviews/routes.ts'
import { blindReviewHandlers } from './blind-reviews/routes.ts'
import { labelHandlers } from './labels/routes.ts'
import { teamHandlers } from './team/routes.ts'
import { transparencyHandlers } from './transparency/routes.ts'
import { userDetailsHandlers } from './user-details/routes.ts'
import { ageCheckHandlers } from './age-checks/routes.ts'
import { applicationHandlers } from './applications/routes.ts'
import { invitedHandlers } from './invited/routes.ts'
import { workQueueHandlers } from './work-queue/routes.ts'
import { personalData as accountLinks } from './account-links/personal-data.ts'
import { personalData as appeals } from './appeals/personal-data.ts'
import { personalData as approvals } from './approvals/personal-data.ts'
import { personalData as batches } from './batches/personal-data.ts'
import { personalData as decisions } from './decisions/personal-data.ts'
import { personalData as evidence } from './evidence/personal-data.ts'
import { personalData as fraud } from './fraud/personal-data.ts'
import { personalData as labels } from './labels/personal-data.ts'
import { personalData as monitoring } from './monitoring/personal-data.ts'
import { personalData as pictureSweep } from './picture-sweep/personal-data.ts'
import { personalData as reports } from './reports/personal-data.ts'
import { personalData as blindReviews } from './blind-reviews/personal-data.ts'

export const moderationHandlers = {
  ...accountLinkHandlers,
  ...administrationHandlers,
  ...appealHandlers,
  ...approvalHandlers,
  ...auditLogHandlers,
  ...batchHandlers,
  ...evidenceHandlers,
  ...decisionHandlers,
  ...fraudWarningHandlers,
  ...monitoringHandlers,
  ...pictureSweepHandlers,
  ...pairHandlers,
  ...reportHandlers,
  ...reviewHandlers,
  ...blindReviewHandlers,
  ...labelHandlers,
  ...teamHandlers,
  ...transparencyHandlers,
  ...userDetailsHandlers,
  ...invitedHandlers,
  ...ageCheckHandlers,
  ...applicationHandlers,
  ...workQueueHandlers,
}

export { applyDue } from './approvals/jobs.ts'
export { workOnBatch } from './batches/jobs.ts'
export { dropEvidence } from './evidence/jobs.ts'
export { EVIDENCE_OPENED, verifyEvidenceChain } from './evidence/read-evidence.ts'
export { advanceDecisions } from './decisions/jobs.ts'
export { settleReview } from './reviews/reviews.ts'
export { sendCorrections, holdWarning, readWarning } from './fraud/fraud.ts'
export { liftRestrictions } from './decisions/effects.ts'
export { cleanUp } from './jobs.ts'
export { addKnownFakes, sweepPictures } from './picture-sweep/picture-sweep.ts'
export { linkAccounts } from './account-links/link-accounts.ts'
export { monitor } from './monitoring/jobs.ts'

export { applyHit } from './monitoring/monitoring.ts'
export { defaultRules } from './monitoring/defaults.ts'

export { decideAppeal } from './appeals/decide-appeal.ts'
export { makeAppeal } from './appeals/appeals.ts'
export { decide } from './decisions/decide.ts'
export { NO_REASON } from './decisions/statement.ts'
export { createReport } from './reports/create-report.ts'
export { setStatus } from './reports/handle-report.ts'

export { dueAfter, partsOf, priorityOf, rankOf } from './reports/rules.ts'

export const personalData: PersonalData = {
  ...accountLinks,
  ...appeals,
  ...approvals,
  ...batches,
  ...decisions,
  ...evidence,
  ...fraud,
  ...labels,
  ...monitoring,
  ...pictureSweep,
  ...reports,
  ...blindReviews,
}
