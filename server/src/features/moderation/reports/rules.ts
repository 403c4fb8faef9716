import {
  clocks,
  type Priority,
  type ProblemType,
  type ReportDetail,
  type ReportStatus,
  type RuleName,
  urgentClocks,
} from '@kindred/contract'
import { hours, later } from '../../../infra/clock.ts'
import type { Hit } from '../monitoring/queries.ts'
import type { Words } from '../../operations/index.ts'

// The priority of a report is a sum of named parts, which administrators can read.

export type ListName = 'child safety' | 'intimate images' | 'threats to life' | 'scams' | 'hate speech'
export type DetectedBy = RuleName | 'removed_picture' | 'picture_of_minor' | 'known_fake'

export type Detected = { rule: DetectedBy; facts: Hit['facts'] }

/** A code, which is translated for each reader (read-reports.ts). */
export type PartName =
  | `type: ${ProblemType}`
  | `reason: ${ReportDetail}`
  | `words: ${ListName}`
  | `rule: ${DetectedBy}`
  | 'history'
export type Part = {
  name: PartName
  points: number
  count?: number
}

const byType: Record<ProblemType, number> = {
  Harassment: 50,
  'Inappropriate Content': 40,
  'Payment Problem': 25,
  'Account Issue': 20,
  'Technical Issue': 15,
  'Bug Report': 10,
  Other: 5,
}

const byDetail: Record<ReportDetail, number> = {
  underage: 100,
  intimate_image: 100,
  threats: 60,
  hate: 40,
  scam: 35,
  offline: 35,
  fake_profile: 30,
  sexual: 25,
  unwanted: 10,
  spam: 10,
}

const detailPart = (detail: ReportDetail): Part => ({ name: `reason: ${detail}`, points: byDetail[detail] })

/** Ages of minors. A word list can't contain them, because they are patterns. */
const ages = /\b(1[0-7]|[5-9]) ?(years? old|yo|y\/o)\b|\bis (only )?1[0-7]\b/i

const listed: [name: ListName, points: number, patterns: (words: Words) => (Pick<RegExp, 'test'> | null)[]][] = [
  ['child safety', 100, ({ minors }) => [minors, ages]],
  ['intimate images', 100, ({ intimate }) => [intimate]],
  ['threats to life', 100, ({ threats }) => [threats]],
  ['scams', 35, ({ fraud }) => [fraud]],
  ['hate speech', 30, ({ hate }) => [hate]],
]

type Facts = {
  type: ProblemType
  detail?: ReportDetail | null | undefined
  description: string
  earlierAboutThem: number
}

export const partsOf = ({ type, detail, description, earlierAboutThem }: Facts, words: Words): Part[] => [
  { name: `type: ${type}`, points: byType[type] },
  ...(detail ? [detailPart(detail)] : []),
  ...listed.flatMap(([name, points, patterns]) =>
    patterns(words).some((pattern) => pattern?.test(description)) ? [{ name: `words: ${name}` as const, points }] : [],
  ),
  ...(earlierAboutThem > 0
    ? [{ name: 'history' as const, count: earlierAboutThem, points: Math.min(40, earlierAboutThem * 10) }]
    : []),
]

export function priorityOf(parts: readonly Part[]): Priority {
  const sum = parts.reduce((total, { points }) => total + points, 0)
  if (parts.some(({ points }) => points >= 100)) return 'critical'
  return sum >= 40 ? 'high' : sum >= 10 ? 'medium' : 'other'
}

export type Urgency = { priority: Priority; detail: ReportDetail | null }

/** The deadlines of an urgent reason, unless staff lowered the priority. */
const clocksOf = ({ priority, detail }: Urgency) =>
  (priority === 'critical' && detail ? urgentClocks[detail] : undefined) ?? clocks[priority]

export function dueAfter(urgency: Urgency, from: Date) {
  const { first, next, resolve } = clocksOf(urgency)
  return { first: later(from, hours(first)), next: later(from, hours(next)), resolve: later(from, hours(resolve)) }
}

const ranks: Record<Priority, number> = { critical: 0, high: 1, medium: 2, other: 3 }
const FIRST = -1

/** In the queue, minors and intimate images come before other critical reports. */
export const rankOf = ({ priority, detail }: Urgency): number =>
  priority === 'critical' && detail && urgentClocks[detail] ? FIRST : ranks[priority]

export const isClosed = (status: ReportStatus) => ['resolved', 'closed', 'rejected'].includes(status)
