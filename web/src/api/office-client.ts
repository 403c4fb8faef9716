import { administration } from '@kindred/contract/administration'
import { approvals } from '@kindred/contract/approvals'
import { auditing } from '@kindred/contract/audit'
import { batches } from '@kindred/contract/batches'
import { createClient } from '@kindred/contract/client'
import { billing } from '@kindred/contract/billing'
import { configuration } from '@kindred/contract/configuration'
import { dossiers } from '@kindred/contract/dossiers'
import { failedJobs } from '@kindred/contract/failed-jobs'
import { passkeys } from '@kindred/contract/passkeys'
import { reports } from '@kindred/contract/reports'
import { reviews } from '@kindred/contract/reviews'
import { secondFactors } from '@kindred/contract/second-factor'
import { send } from './send.ts'

export const office = createClient(
  {
    ...administration,
    ...batches,
    ...approvals,
    ...failedJobs,
    ...dossiers,
    ...reports,
    ...billing,
    ...auditing,
    ...reviews,
    ...secondFactors,
    ...passkeys,
    ...configuration,
  },
  send,
)
