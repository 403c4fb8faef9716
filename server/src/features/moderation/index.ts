// What other rooms may use of `moderation`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as approvals } from './approvals/personal-data.ts'
import { personalData as batches } from './batches/personal-data.ts'
import { personalData as reports } from './reports/personal-data.ts'

export { serveExport } from './administration/export.ts'
export { changeRole } from './administration/roles.ts'
export { administrationHandlers } from './administration/routes.ts'
export { approvalHandlers } from './approvals/routes.ts'
export { applyDue, type Consequences } from './approvals/service.ts'
export { batchHandlers } from './batches/routes.ts'
export { drop, release, resume, workOn } from './batches/service.ts'
export { cleanUp } from './clean-up.ts'
export { dossierHandlers } from './dossiers/routes.ts'
export { reportHandlers } from './reports/routes.ts'
export { dueAfter, partsOf, priorityOf, rankOf } from './reports/rules.ts'
export { reviewHandlers } from './reviews/routes.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = { ...approvals, ...batches, ...reports }
