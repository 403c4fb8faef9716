import { type Patterns, message, type MessageDescriptor, type Text } from '@kindred/contract'
import type { SignalName } from './words/signal-words.ts'

const names: Record<SignalName | keyof Patterns, MessageDescriptor> = {
  request: message('requests'),
  contact: message('contact details'),
  numbers: message('talk of phone numbers'),
  elsewhere: message('other social networks'),
  excuse: message('excuses'),
  story: message('a typical life story'),
  occupation: message('a typical occupation'),
  money: message('money'),
  costs: message('costs'),
  fee: message('fees to pay'),
  trade: message('investments'),
  gain: message('promised profits'),
  invitation: message('an invitation to invest'),
  gift: message('gift cards'),
  plea: message('pleas for help'),
  trouble: message('emergencies'),
  endearment: message('endearments'),
  lure: message('adult content'),
  threat: message('threats'),
  code: message('verification codes'),
  sign: message('sign-ups or ID checks'),
  task: message('job offers'),
  often: message('amounts per day or week'),
  business: message('business terms'),
  shared: message('shared costs'),
  doubt: message('doubts of the recipient'),
  invited: message('an invitation by the recipient'),
  link: message('a link'),
  phone: message('a phone number'),
  handle: message('an @name'),
  amount: message('an amount of money'),
  figure: message('another number'),
}

const known: Partial<Record<string, MessageDescriptor>> = names

export const signalName = (code: string): Text => known[code] ?? code
