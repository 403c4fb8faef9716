import { administration } from '@kindred/contract/moderation/administration'
import { approvals } from '@kindred/contract/moderation/approvals'
import { auditExport } from '@kindred/contract/moderation/audit-export'
import { auditing } from '@kindred/contract/operations/audit'
import { batches } from '@kindred/contract/moderation/batches'
import { callsOf } from '@kindred/contract/calls'
import { billing } from '@kindred/contract/billing/staff-billing'
import { configuration } from '@kindred/contract/operations/configuration'
import { userDetails } from '@kindred/contract/moderation/user-details'
import { evidence } from '@kindred/contract/moderation/evidence'
import { failedJobs } from '@kindred/contract/operations/failed-jobs'
import { system } from '@kindred/contract/operations/system'
import { monitoring } from '@kindred/contract/moderation/monitoring'
import { places } from '@kindred/contract/profiles/places'
import { passkeys } from '@kindred/contract/identity/passkeys'
import { reports } from '@kindred/contract/moderation/reports'
import { reviews } from '@kindred/contract/moderation/reviews'
import { secondFactors } from '@kindred/contract/identity/second-factor'
import { labels } from '@kindred/contract/moderation/labels'
import { team } from '@kindred/contract/moderation/team'
import { workQueue } from '@kindred/contract/moderation/work-queue'
import { send } from './send.ts'

export const backOffice = callsOf(
  {
    ...administration,
    ...batches,
    ...approvals,
    ...evidence,
    ...failedJobs,
    ...places,
    ...system,
    ...userDetails,
    ...reports,
    ...billing,
    ...auditing,
    ...auditExport,
    ...reviews,
    ...labels,
    ...team,
    ...workQueue,
    ...secondFactors,
    ...passkeys,
    ...configuration,
    ...monitoring,
  },
  send,
)
