import type { api } from '@kindred/contract'
import {
  accountHandlers,
  addressHandlers,
  ageHandlers,
  walletHandlers,
  authHandlers,
  invitationHandlers,
  passkeyHandlers,
  providerHandlers,
  recoveryHandlers,
  secondFactorHandlers,
  sessionHandlers,
  verificationHandlers,
  waitingListHandlers,
} from './features/identity/index.ts'
import { moderationHandlers } from './features/moderation/index.ts'
import { operationsHandlers } from './features/operations/index.ts'
import { leavingHandlers } from './features/leaving/index.ts'
import {
  fieldHandlers,
  photoCheckHandlers,
  pictureHandlers,
  placeHandlers,
  profileHandlers,
  questionHandlers,
  tripHandlers,
  voiceAnswerHandlers,
} from './features/profiles/index.ts'
import {
  discoveryHandlers,
  orderHandlers,
  peopleHandlers,
  pictureFileHandlers,
  contactHandlers,
  privacyHandlers,
} from './features/discovery/index.ts'
import { choiceHandlers, friendHandlers, matchHandlers } from './features/matching/index.ts'
import { callHandlers, chatHandlers, dateAnswerHandlers, planHandlers, voiceHandlers } from './features/chat/index.ts'
import { emailHandlers, notificationHandlers } from './features/delivery/index.ts'
import { billingHandlers, gatewayHandlers, subscriptionHandlers } from './features/billing/index.ts'
import type { Handlers } from './http/mount.ts'

/** This compiles only if every route has a handler and every handler a route. */
export const handlers: Handlers<typeof api> = {
  ...operationsHandlers,
  ...authHandlers,
  ...verificationHandlers,
  ...sessionHandlers,
  ...accountHandlers,
  ...addressHandlers,
  ...ageHandlers,
  ...walletHandlers,
  ...recoveryHandlers,
  ...leavingHandlers,
  ...invitationHandlers,
  ...waitingListHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...providerHandlers,
  ...profileHandlers,
  ...fieldHandlers,
  ...voiceAnswerHandlers,
  ...peopleHandlers,
  ...photoCheckHandlers,
  ...pictureHandlers,
  ...pictureFileHandlers,
  ...placeHandlers,
  ...contactHandlers,
  ...tripHandlers,
  ...privacyHandlers,
  ...choiceHandlers,
  ...friendHandlers,
  ...discoveryHandlers,
  ...orderHandlers,
  ...matchHandlers,
  ...questionHandlers,
  ...chatHandlers,
  ...voiceHandlers,
  ...callHandlers,
  ...planHandlers,
  ...dateAnswerHandlers,
  ...emailHandlers,
  ...notificationHandlers,
  ...moderationHandlers,
  ...subscriptionHandlers,
  ...billingHandlers,
  ...gatewayHandlers,
}
