import type { api } from '@kindred/contract'
import {
  accountHandlers,
  addressHandlers,
  authHandlers,
  passkeyHandlers,
  providerHandlers,
  secondFactorHandlers,
  sessionHandlers,
  verificationHandlers,
} from './features/identity/index.ts'
import {
  administrationHandlers,
  approvalHandlers,
  batchHandlers,
  reportHandlers,
  reviewHandlers,
  userDetailsHandlers,
} from './features/moderation/index.ts'
import { auditHandlers, configurationHandlers, failedJobHandlers, systemHandlers } from './features/operations/index.ts'
import { leavingHandlers } from './features/leaving/index.ts'
import {
  photoCheckHandlers,
  pictureHandlers,
  placeHandlers,
  profileHandlers,
  questionHandlers,
} from './features/profiles/index.ts'
import { discoveryHandlers, peopleHandlers, privacyHandlers } from './features/discovery/index.ts'
import { choiceHandlers, matchHandlers } from './features/matching/index.ts'
import { chatHandlers } from './features/chat/index.ts'
import { notificationHandlers } from './features/delivery/index.ts'
import { billingHandlers, subscriptionHandlers } from './features/billing/index.ts'
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
  ...approvalHandlers,
  ...failedJobHandlers,
  ...userDetailsHandlers,
}
