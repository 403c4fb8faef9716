import { clocks, type Priority, type ProblemType, type ReportStatus } from '@kindred/contract'
import { hours, later } from '../../../infra/clock.ts'
import { plural } from '../../../infra/words.ts'
import type { Words } from '../../operations/index.ts'

// The priority of a report comes from a sum of named parts, which administrators can read.

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

/** Ages of minors. A word list can't contain them, since they are patterns. */
const ages = /\b(1[0-7]|[5-9]) ?(years? old|yo|y\/o)\b|\bis (only )?1[0-7]\b/i

const listed: [name: string, points: number, patterns: (words: Words) => Words[keyof Words][]][] = [
  ['child safety', 100, ({ minors }) => [minors, ages]],
  ['intimate images', 100, ({ intimate }) => [intimate]],
  ['threats to life', 100, ({ threats }) => [threats]],
  ['scams', 35, ({ fraud }) => [fraud]],
  ['hate speech', 30, ({ hate }) => [hate]],
]

const earlierReports = {
  one: '# earlier report about this person',
  other: '# earlier reports about this person',
}

type Facts = { type: ProblemType; description: string; earlierAboutThem: number }

export const partsOf = ({ type, description, earlierAboutThem }: Facts, words: Words): Part[] => [
  { name: `type: ${type}`, points: byType[type] },
  ...listed.flatMap(([name, points, patterns]) =>
    patterns(words).some((pattern) => pattern?.test(description)) ? [{ name: `words: ${name}`, points }] : [],
  ),
  ...(earlierAboutThem > 0
    ? [
        {
          name: `history: ${plural(earlierAboutThem, earlierReports)}`,
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

/** The deadlines of a report of this priority whose clocks start at this time. */
export const dueAfter = (priority: Priority, from: Date) => ({
  first: later(from, hours(clocks[priority].first)),
  next: later(from, hours(clocks[priority].next)),
  resolve: later(from, hours(clocks[priority].resolve)),
})

export const rankOf: Record<Priority, number> = { critical: 0, high: 1, medium: 2, other: 3 }

export const isClosed = (status: ReportStatus) => ['resolved', 'closed', 'rejected'].includes(status)
