import type { api } from '@kindred/contract'
import {
  accountHandlers,
  addressHandlers,
  authHandlers,
  passkeyHandlers,
  providerHandlers,
  recoveryHandlers,
  secondFactorHandlers,
  sessionHandlers,
  verificationHandlers,
} from './features/identity/index.ts'
import { moderationHandlers } from './features/moderation/index.ts'
import { operationsHandlers } from './features/operations/index.ts'
import { leavingHandlers } from './features/leaving/index.ts'
import {
  photoCheckHandlers,
  pictureHandlers,
  placeHandlers,
  profileHandlers,
  questionHandlers,
  voiceAnswerHandlers,
} from './features/profiles/index.ts'
import {
  discoveryHandlers,
  orderHandlers,
  peopleHandlers,
  pictureFileHandlers,
  privacyHandlers,
} from './features/discovery/index.ts'
import { choiceHandlers, matchHandlers } from './features/matching/index.ts'
import { callHandlers, chatHandlers, dateAnswerHandlers, planHandlers, voiceHandlers } from './features/chat/index.ts'
import { notificationHandlers } from './features/delivery/index.ts'
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
  ...recoveryHandlers,
  ...leavingHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...providerHandlers,
  ...profileHandlers,
  ...voiceAnswerHandlers,
  ...peopleHandlers,
  ...photoCheckHandlers,
  ...pictureHandlers,
  ...pictureFileHandlers,
  ...placeHandlers,
  ...privacyHandlers,
  ...choiceHandlers,
  ...discoveryHandlers,
  ...orderHandlers,
  ...matchHandlers,
  ...questionHandlers,
  ...chatHandlers,
  ...voiceHandlers,
  ...callHandlers,
  ...planHandlers,
  ...dateAnswerHandlers,
  ...notificationHandlers,
  ...moderationHandlers,
  ...subscriptionHandlers,
  ...billingHandlers,
  ...gatewayHandlers,
}
