import { account } from '@kindred/contract/identity/account'
import { address } from '@kindred/contract/identity/address'
import { chat } from '@kindred/contract/chat/conversations'
import { choices } from '@kindred/contract/matching/choices'
import { callsOf } from '@kindred/contract/calls'
import { discovery } from '@kindred/contract/discovery/deck'
import { leaving } from '@kindred/contract/leaving/account'
import { matches } from '@kindred/contract/matching/matches'
import { notifications } from '@kindred/contract/delivery/notifications'
import { passkeys } from '@kindred/contract/identity/passkeys'
import { people } from '@kindred/contract/discovery/people'
import { photoChecks } from '@kindred/contract/profiles/photo-checks'
import { pictures } from '@kindred/contract/profiles/pictures'
import { places } from '@kindred/contract/profiles/places'
import { privacy } from '@kindred/contract/discovery/privacy'
import { profile } from '@kindred/contract/profiles/profile'
import { questions } from '@kindred/contract/profiles/questions'
import { reports } from '@kindred/contract/moderation/reports'
import { secondFactors } from '@kindred/contract/identity/second-factor'
import { sessions } from '@kindred/contract/identity/sessions'
import { subscriptions } from '@kindred/contract/billing/subscriptions'
import { send } from './send.ts'

export const settings = callsOf(
  { ...account, ...address, ...leaving, ...sessions, ...secondFactors, ...passkeys },
  send,
)
export const members = callsOf(
  { ...profile, ...pictures, ...places, ...privacy, ...photoChecks, ...questions, ...notifications },
  send,
)
export const support = callsOf({ ...reports }, send)
export const billing = callsOf({ ...subscriptions }, send)
export const matching = callsOf({ ...people, ...discovery, ...choices, ...matches, ...chat }, send)
