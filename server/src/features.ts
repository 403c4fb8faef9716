import type { api } from '@kindred/contract'
import { accountHandlers } from './features/account/routes.ts'
import { addressHandlers } from './features/address/routes.ts'
import { administrationHandlers } from './features/administration/routes.ts'
import { approved } from './approved.ts'
import { approvalHandlers } from './features/approvals/routes.ts'
import { auditHandlers } from './features/audit/routes.ts'
import { authHandlers } from './features/auth/routes.ts'
import { batchHandlers } from './features/batches/routes.ts'
import { configurationHandlers } from './features/configuration/routes.ts'
import { dossierHandlers } from './features/dossiers/routes.ts'
import { failedJobHandlers } from './features/failed-jobs/routes.ts'
import { leavingHandlers } from './features/leaving/routes.ts'
import { profileHandlers } from './features/profile/routes.ts'
import { providerHandlers } from './features/providers/routes.ts'
import { secondFactorHandlers } from './features/second-factor/routes.ts'
import { sessionHandlers } from './features/sessions/routes.ts'
import { systemHandlers } from './features/system/routes.ts'
import { verificationHandlers } from './features/verification/routes.ts'
import { passkeyHandlers } from './features/passkeys/routes.ts'
import { peopleHandlers } from './features/people/routes.ts'
import { photoCheckHandlers } from './features/photo-checks/routes.ts'
import { pictureHandlers } from './features/pictures/routes.ts'
import { placeHandlers } from './features/places/routes.ts'
import { privacyHandlers } from './features/privacy/routes.ts'
import { choiceHandlers } from './features/choices/routes.ts'
import { discoveryHandlers } from './features/discovery/routes.ts'
import { matchHandlers } from './features/matches/routes.ts'
import { reviewHandlers } from './features/reviews/routes.ts'
import { questionHandlers } from './features/questions/routes.ts'
import { chatHandlers } from './features/chat/routes.ts'
import { notificationHandlers } from './features/notifications/routes.ts'
import { reportHandlers } from './features/reports/routes.ts'
import { billingHandlers, subscriptionHandlers } from './features/subscriptions/routes.ts'
import type { Handlers } from './http/mount.ts'

/** Every call's handler. A call that has none, or a handler without a call, does not compile. */
export const handlers: Handlers<typeof api> = {
  ...systemHandlers,
  ...authHandlers,
  ...verificationHandlers,
  ...sessionHandlers,
  ...accountHandlers,
  ...addressHandlers,
  ...leavingHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...providerHandlers,
  ...profileHandlers,
  ...peopleHandlers,
  ...photoCheckHandlers,
  ...pictureHandlers,
  ...placeHandlers,
  ...privacyHandlers,
  ...choiceHandlers,
  ...discoveryHandlers,
  ...matchHandlers,
  ...questionHandlers,
  ...chatHandlers,
  ...notificationHandlers,
  ...reportHandlers,
  ...subscriptionHandlers,
  ...billingHandlers,
  ...auditHandlers,
  ...configurationHandlers,
  ...reviewHandlers,
  ...administrationHandlers,
  ...batchHandlers,
  ...approvalHandlers(approved),
  ...failedJobHandlers,
  ...dossierHandlers,
}
