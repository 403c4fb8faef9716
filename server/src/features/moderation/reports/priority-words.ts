import { message, type MessageDescriptor, type ProblemType, type ReportDetail } from '@kindred/contract'
import type { ListName, Part, DetectedBy } from './rules.ts'

// The names that the screens have for the kinds of reports, for texts that the server writes.

const types: Record<ProblemType, MessageDescriptor> = {
  Harassment: message('Harassment'),
  'Inappropriate Content': message('Inappropriate Content'),
  'Payment Problem': message('Payment Problem'),
  'Account Issue': message('Account Issue'),
  'Technical Issue': message('Technical Issue'),
  'Bug Report': message('Bug Report'),
  Other: message('Other'),
}

const details: Record<ReportDetail, MessageDescriptor> = {
  scam: message('Scam, or asks for money'),
  fake_profile: message('Fake profile, or someone else’s photos'),
  underage: message('Someone under 18'),
  threats: message('Threats or violence'),
  intimate_image: message('Intimate photo shared without consent'),
  sexual: message('Nudity or sexual messages'),
  hate: message('Hate or insults'),
  unwanted: message('Won’t stop messaging'),
  offline: message('Something that happened in person'),
  spam: message('Spam or advertising'),
}

type Kind = { problem_type: ProblemType; detail: ReportDetail | null }

/** The reason for a report, or its type if it has none. */
export const kindText = ({ problem_type: type, detail }: Kind): MessageDescriptor =>
  detail ? details[detail] : types[type]

const rules: Record<DetectedBy, MessageDescriptor> = {
  first_messages: message('Scams in first messages'),
  same_text: message('Mass messaging'),
  new_account: message('Very active new accounts'),
  likes_everyone: message('Likes everyone'),
  picture_of_minor: message('Removed photo of a minor'),
  removed_picture: message('Removed intimate image'),
  known_fake: message('Known fake'),
}

const lists: Record<ListName, MessageDescriptor> = {
  'child safety': message('Words: child safety'),
  'intimate images': message('Words: intimate images'),
  'threats to life': message('Words: threats to life'),
  scams: message('Words: scams'),
  'hate speech': message('Words: hate speech'),
}

/** The hours within which the reasons that come first have to be resolved. */
const hoursFor: Partial<Record<string, number>> = { underage: 24, intimate_image: 48 }

const textOf: Record<string, (code: string) => MessageDescriptor | undefined> = {
  type: (code) => nameIn(types, code, (name) => message('Type: {name}', { name })),
  reason: (code) => {
    const hours = hoursFor[code]
    return nameIn(details, code, (name) =>
      hours === undefined
        ? message('Reason: {name}', { name })
        : message('Reason: {name}, to be resolved within {hours} hours', { name, hours }),
    )
  },
  rule: (code) => nameIn(rules, code, (name) => message('Rule: {rule}', { rule: name })),
  words: (code) => nameIn(lists, code, (name) => name),
}

function nameIn(
  names: Partial<Record<string, MessageDescriptor>>,
  code: string,
  write: (name: MessageDescriptor) => MessageDescriptor,
) {
  const name = names[code]
  return name && write(name)
}

export function partText({ name, count = 0 }: Part): MessageDescriptor {
  if (name === 'history')
    return message(
      'History: {count, plural, one {# earlier report about this person} other {# earlier reports about this person}}',
      { count },
    )
  const [group = '', code = ''] = name.split(': ')
  // An earlier version may have stored a code that this one doesn't know.
  return textOf[group]?.(code) ?? message('another reason')
}
