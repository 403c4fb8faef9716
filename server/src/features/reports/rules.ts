import type { Priority, ProblemType } from '@kindred/contract'

// How urgent a report is: a sum of named parts, each of which an administrator can read.

export type Part = { name: string; points: number }

const byType: Record<ProblemType, number> = {
  Harassment: 50,
  'Inappropriate Content': 40,
  'Payment Problem': 25,
  'Account Issue': 20,
  'Technical Issue': 15,
  'Bug Report': 10,
  Other: 5,
}

const words: [name: string, points: number, pattern: RegExp][] = [
  [
    'a minor may be in danger',
    100,
    /\b(minor|under ?age[d]?|child|kid|teen(ager)?|(1[0-7]|[5-9]) ?(years? old|yo|y\/o))\b|\bis (only )?1[0-7]\b/i,
  ],
  [
    'intimate images',
    100,
    /\b(nudes?|naked|intimate (image|photo|picture)s?|revenge porn|sextortion|without my consent)\b/i,
  ],
  ['a threat to somebody’s life', 100, /\b(kill|murder|suicide|rape[d]?|weapon|gun|knife|threat(en(ed|s|ing)?)?)\b/i],
  ['fraud', 35, /\b(scam(mer)?|fraud|gift ?cards?|crypto|bitcoin|asked (me )?for money|fake (profile|account))\b/i],
  ['hate', 30, /\b(racist|racism|nazi|slur|homophobic|transphobic)\b/i],
]

export type Known = { type: ProblemType; description: string; earlierAboutThem: number }

export const partsOf = ({ type, description, earlierAboutThem }: Known): Part[] => [
  { name: `type: ${type}`, points: byType[type] },
  ...words.flatMap(([name, points, pattern]) =>
    pattern.test(description) ? [{ name: `words: ${name}`, points }] : [],
  ),
  ...(earlierAboutThem > 0
    ? [
        {
          name: `history: ${earlierAboutThem} earlier reports about this person`,
          points: Math.min(40, earlierAboutThem * 10),
        },
      ]
    : []),
]

export function priorityOf(parts: readonly Part[]): Priority {
  const sum = parts.reduce((total, { points }) => total + points, 0)
  if (parts.some(({ points }) => points >= 100)) return 'critical'
  return sum >= 40 ? 'high' : sum >= 10 ? 'medium' : 'other'
}

export const rankOf: Record<Priority, number> = { critical: 0, high: 1, medium: 2, other: 3 }
