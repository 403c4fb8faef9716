import { message, type MessageDescriptor, type Patterns, type Text } from '@kindred/contract'
import type { SignalName } from '@kindred/contract/moderation/scams/words/signal-words'
import type { Hit } from './queries.ts'
import type { DetectedBy } from '../reports/rules.ts'

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

export function reasonText(
  rule: DetectedBy,
  { signs, people = 0, count = 0, days = 0, percent = 0 }: Hit['facts'],
): MessageDescriptor {
  switch (rule) {
    case 'first_messages':
      return message('First messages with signs of a scam: {signs}.', { signs: (signs ?? []).map(signalName) })
    case 'same_text':
      return message('Nearly the same first message to {people, plural, one {# person} other {# people}}.', { people })
    case 'new_account':
      return message('{count, plural, one {# like} other {# likes}} within hours. Account age in days: {days}.', {
        count,
        days,
      })
    case 'likes_everyone':
      return message('Liked {percent}% of {count, plural, one {# person} other {# people}}.', { count, percent })
    case 'removed_picture':
      return message('A photo that they sent, or tried to send, looks like an intimate image that we removed.')
    case 'picture_of_minor':
      return message('A photo that they sent, or tried to send, looks like a photo of a minor that we removed.')
    case 'known_fake':
      return message('A photo in a message is on the watchlist.')
  }
}
