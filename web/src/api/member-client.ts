import { account } from '@kindred/contract/account'
import { address } from '@kindred/contract/address'
import { chat } from '@kindred/contract/chat'
import { choices } from '@kindred/contract/choices'
import { createClient } from '@kindred/contract/client'
import { discovery } from '@kindred/contract/discovery'
import { leaving } from '@kindred/contract/leaving'
import { matches } from '@kindred/contract/matches'
import { notifications } from '@kindred/contract/notifications'
import { passkeys } from '@kindred/contract/passkeys'
import { people } from '@kindred/contract/people'
import { photoChecks } from '@kindred/contract/photo-checks'
import { pictures } from '@kindred/contract/pictures'
import { places } from '@kindred/contract/places'
import { privacy } from '@kindred/contract/privacy'
import { profile } from '@kindred/contract/profile'
import { questions } from '@kindred/contract/questions'
import { reports } from '@kindred/contract/reports'
import { secondFactors } from '@kindred/contract/second-factor'
import { sessions } from '@kindred/contract/sessions'
import { subscriptions } from '@kindred/contract/subscriptions'
import { send } from './send.ts'

/** One's account: how one signs in, what one agreed to, leaving. */
export const settings = createClient(
  { ...account, ...address, ...leaving, ...sessions, ...secondFactors, ...passkeys },
  send,
)
/** Who one is, and what others see of it. */
export const members = createClient(
  { ...profile, ...pictures, ...places, ...privacy, ...photoChecks, ...questions, ...notifications },
  send,
)
/** What one tells the provider. */
export const support = createClient({ ...reports }, send)
/** What one pays. */
export const billing = createClient({ ...subscriptions }, send)
/** The others. */
export const meeting = createClient({ ...people, ...discovery, ...choices, ...matches, ...chat }, send)
