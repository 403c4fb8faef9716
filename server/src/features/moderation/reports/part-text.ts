import { kept, say, type Said } from '@kindred/contract'

// The parts of a priority are stored with their English names (rules.ts).

const parts: Record<string, Said> = {
  'type: Harassment': say('type: Harassment'),
  'type: Inappropriate Content': say('type: Inappropriate Content'),
  'type: Payment Problem': say('type: Payment Problem'),
  'type: Account Issue': say('type: Account Issue'),
  'type: Technical Issue': say('type: Technical Issue'),
  'type: Bug Report': say('type: Bug Report'),
  'type: Other': say('type: Other'),
  'words: child safety': say('words: child safety'),
  'words: intimate images': say('words: intimate images'),
  'words: threats to life': say('words: threats to life'),
  'words: scams': say('words: scams'),
  'words: hate speech': say('words: hate speech'),
}

/** A part's name, to be written in the language of its reader. */
export function partText(name: string): Said {
  const [, count] = /^history: (\d+)/.exec(name) ?? []
  if (count)
    return say(
      'history: {count, plural, one {# earlier report about this person} other {# earlier reports about this person}}',
      { count: Number(count) },
    )
  return parts[name] ?? kept(name)
}
