import { say, type Said } from '@kindred/contract'
import type { Part, PartName } from './rules.ts'

// The parts of a priority are stored as codes (rules.ts).

const parts: Record<Exclude<PartName, 'history'>, Said> = {
  'type: Harassment': say('type: Harassment'),
  'type: Inappropriate Content': say('type: Inappropriate Content'),
  'type: Payment Problem': say('type: Payment Problem'),
  'type: Account Issue': say('type: Account Issue'),
  'type: Technical Issue': say('type: Technical Issue'),
  'type: Bug Report': say('type: Bug Report'),
  'type: Other': say('type: Other'),
  'reason: underage': say('reason: under 18, to be resolved within 24 hours'),
  'reason: intimate_image': say('reason: intimate image, to be resolved within 48 hours'),
  'reason: threats': say('reason: threats'),
  'reason: hate': say('reason: hate'),
  'reason: scam': say('reason: scam'),
  'reason: offline': say('reason: in person'),
  'reason: fake_profile': say('reason: fake profile'),
  'reason: sexual': say('reason: nudity or sexual content'),
  'reason: unwanted': say('reason: unwanted messages'),
  'reason: spam': say('reason: spam'),
  'rule: first_messages': say('rule: first messages'),
  'rule: same_text': say('rule: mass messaging'),
  'rule: new_account': say('rule: very active new account'),
  'rule: likes_everyone': say('rule: likes everyone'),
  'rule: picture_of_minor': say('rule: removed photo of a minor'),
  'rule: removed_picture': say('rule: removed intimate image'),
  'rule: known_fake': say('rule: known fake'),
  'words: child safety': say('words: child safety'),
  'words: intimate images': say('words: intimate images'),
  'words: threats to life': say('words: threats to life'),
  'words: scams': say('words: scams'),
  'words: hate speech': say('words: hate speech'),
}

/** A part in words, to be written in the language of its reader. */
export function partText({ name, count = 0 }: Part): Said {
  if (name === 'history')
    return say(
      'history: {count, plural, one {# earlier report about this person} other {# earlier reports about this person}}',
      { count },
    )
  // An earlier version may have stored a code that this one doesn't know.
  const known: Partial<Record<string, Said>> = parts
  return known[name] ?? say('another reason')
}
