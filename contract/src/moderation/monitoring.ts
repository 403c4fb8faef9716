import * as z from 'zod/mini'
import { ListedWord } from '../operations/configuration.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, lineText, shown, text } from '../text.ts'
import { NamedPerson } from './report.ts'

export const ruleNames = ['first_messages', 'same_text', 'new_account', 'likes_everyone'] as const
export type RuleName = (typeof ruleNames)[number]

const between = (least: number, most: number) =>
  z.int().check(z.gte(least, 'Enter {minimum} or more.'), z.lte(most, 'Enter {maximum} or less.'))
const points = between(0, 20)
const hours = between(1, 168)

/** One list of words for all six languages. */
const SignalWordList = z.array(ListedWord).check(z.maxLength(300, 'At most {maximum} words.'))

/**
 * The role of a signal's words:
 * - `request`: a request, which counts in a message that also has something wanted or a contact.
 * - `wanted`: something a scammer may ask for.
 * - `contact`: a way to talk elsewhere, unless the two know each other or the reader asked first.
 * - `reader`: the reader's doubts.
 * - `invite`: the reader's own request for a contact or a link.
 */
export const signalRoles = ['request', 'wanted', 'contact', 'reader', 'invite'] as const

/** Words that add points to a conversation, or subtract some. Each signal counts once. */
export const Signal = z.strictObject({
  name: lineText(40),
  points: between(-20, 20),
  words: SignalWordList,
  role: z.optional(z.enum(signalRoles)),
})
export type Signal = z.infer<typeof Signal>

const MOST_WORDS = 3400
const hasFewWords = (signals: { words: string[] }[]) =>
  signals.reduce((sum, { words }) => sum + words.length, 0) <= MOST_WORDS

/** Points for patterns that word lists can't express. An `amount` has a currency, and a `figure` doesn't. */
export const Patterns = z.strictObject({ link: points, phone: points, handle: points, amount: points, figure: points })
export type Patterns = z.infer<typeof Patterns>

export const RuleEffects = z.strictObject({
  /** Warns the reader. Rules about likes don't have one. */
  nudge: z.boolean(),
  slow: z.boolean(),
  report: z.boolean(),
  /** Lowers the member's rank in Discover while the report is open. */
  exposure: z.boolean(),
})

/** The minimum time between two first messages, and the duration of the limit. */
export const RuleSlowness = z.strictObject({ minutes: between(1, 1440), hours: between(1, 720) })

const common = { enabled: z.boolean(), effects: RuleEffects, slow: RuleSlowness }

export const RuleSettings = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('first_messages'),
    ...common,
    parameters: z.strictObject({
      /** The number of a sender's messages that count in one conversation. */
      messages: between(1, 10),
      threshold: between(1, 100),
      signals: z
        .array(Signal)
        .check(
          z.minLength(1),
          z.maxLength(30, 'Add up to {maximum}.'),
          z.refine(hasFewWords, 'At most 3,400 words in all.'),
        ),
      patterns: Patterns,
      /** The number of the reader's messages, or days of talking, after which a contact no longer counts. */
      replies: z._default(between(1, 20), 4),
      acquainted: z._default(between(1, 365), 5),
      /** Links to these well-known sites don't count. */
      hosts: z._default(z.array(ListedWord).check(z.maxLength(300, 'At most {maximum} sites.')), []),
    }),
  }),
  z.strictObject({
    name: z.literal('same_text'),
    ...common,
    /** `alike` is the percentage of words that two texts share. */
    parameters: z.strictObject({ people: between(2, 100), hours, alike: between(50, 100) }),
  }),
  z.strictObject({
    name: z.literal('new_account'),
    ...common,
    parameters: z.strictObject({ days: between(1, 30), hours, likes: between(5, 5000) }),
  }),
  z.strictObject({
    name: z.literal('likes_everyone'),
    ...common,
    parameters: z.strictObject({ choices: between(20, 5000), hours, percent: between(50, 100) }),
  }),
])
export type RuleSettings = z.infer<typeof RuleSettings>

export const MonitoringRule = z.strictObject({
  settings: RuleSettings,
  version: z.number(),
  changedBy: z.nullable(shown),
  changedAt: z.nullable(instant),
  people: z.number(),
  /** Display names of the built-in signals of the rule about first messages. Staff name all other signals. */
  signalNames: z.optional(z.record(shown, shown)),
})
export type MonitoringRule = z.infer<typeof MonitoringRule>

export const DryRun = z.strictObject({
  people: z.number(),
  /** Set if there were too many first messages in 30 days: only this many of the newest were checked. */
  newestMessages: z.optional(z.number()),
  examples: z.array(z.strictObject({ user: NamedPerson, at: instant, reason: shown })),
})
export type DryRun = z.infer<typeof DryRun>

export const monitoring = defineRoutes({
  listMonitoringRules: {
    method: 'GET',
    path: '/admin/monitoring/rules',
    access: 'staff:monitoring',
    summary: 'List the monitoring rules with their parameters',
    returns: dataOf({ rules: z.array(MonitoringRule) }),
  },
  saveMonitoringRule: {
    method: 'PUT',
    path: '/admin/monitoring/rules',
    access: 'staff:monitoring',
    stepUp: true,
    most: 512,
    summary: 'Change a monitoring rule, or turn it on or off; send the version you last saw as If-Match',
    body: z.strictObject({ settings: RuleSettings, reason: z.optional(text(1, 1000)) }),
    returns: dataOf({ rule: MonitoringRule }),
    errors: ['conflict'],
  },
  tryMonitoringRule: {
    method: 'POST',
    path: '/admin/monitoring/dry-run',
    access: 'staff:monitoring',
    most: 512,
    summary: 'Find the people a monitoring rule would have matched in the last 30 days',
    body: z.strictObject({ settings: RuleSettings }),
    returns: z.strictObject({ data: DryRun }),
  },
})
