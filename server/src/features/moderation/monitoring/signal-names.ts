import { type Patterns, say, type Said, type Text } from '@kindred/contract'
import type { SignalName } from './words/signal-words.ts'

// Rules store the codes of what they found. Here they have words, for reports and for the settings of the rules.

const names: Record<SignalName | keyof Patterns, Said> = {
  request: say('requests'),
  contact: say('contact details'),
  numbers: say('talk of phone numbers'),
  elsewhere: say('other social networks'),
  excuse: say('excuses'),
  story: say('a typical life story'),
  occupation: say('a typical occupation'),
  money: say('money'),
  costs: say('costs'),
  fee: say('fees to pay'),
  trade: say('investments'),
  gain: say('promised profits'),
  invitation: say('an invitation to invest'),
  gift: say('gift cards'),
  plea: say('pleas for help'),
  trouble: say('emergencies'),
  endearment: say('endearments'),
  lure: say('adult content'),
  threat: say('threats'),
  code: say('verification codes'),
  sign: say('sign-ups or ID checks'),
  task: say('job offers'),
  often: say('amounts per day or week'),
  business: say('business terms'),
  shared: say('shared costs'),
  doubt: say('doubts of the recipient'),
  invited: say('an invitation by the recipient'),
  link: say('a link'),
  phone: say('a phone number'),
  handle: say('an @name'),
  amount: say('an amount of money'),
  figure: say('another number'),
}

const known: Partial<Record<string, Said>> = names

/** The name of a signal. One that staff have added is named by them. */
export const signalName = (code: string): Text => known[code] ?? code
