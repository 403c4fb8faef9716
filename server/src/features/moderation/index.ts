// What other rooms may use of `moderation`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as approvals } from './approvals/personal-data.ts'
import { personalData as batches } from './batches/personal-data.ts'
import { personalData as reports } from './reports/personal-data.ts'

// Calls
export { administrationHandlers } from './administration/routes.ts'
export { approvalHandlers } from './approvals/routes.ts'
export { batchHandlers } from './batches/routes.ts'
export { reportHandlers } from './reports/routes.ts'
export { reviewHandlers } from './reviews/routes.ts'
export { userDetailsHandlers } from './user-details/routes.ts'
export { serveExport } from './administration/export.ts'

// Jobs
export { applyDue } from './approvals/jobs.ts'
export { resumeBatches, workOnBatch } from './batches/jobs.ts'
export { cleanUp } from './jobs.ts'

// Priorities and deadlines, for the demo reports
export { dueAfter, partsOf, priorityOf, rankOf } from './reports/rules.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = { ...approvals, ...batches, ...reports }
