import { type MessageDescriptor, message } from '@kindred/contract'
import type { DetectedBy } from '../reports/detected.ts'
import type { Hit } from './find-hits.ts'
import { signalName } from './signal-names.ts'

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
