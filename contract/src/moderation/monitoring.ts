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

/** Six languages share a list. */
const SignalWordList = z.array(ListedWord).check(z.maxLength(300, 'At most {maximum} words.'))

/**
 * What the words of a signal are:
 * - `request`: they ask for something. They count in a message that also has something wanted or a contact.
 * - `wanted`: what someone who deceives others may ask for.
 * - `contact`: a way to talk elsewhere. It is no sign once both know each other, or after the reader asked for it.
 * - `reader`: words of the reader, who doubts.
 * - `invite`: words of the reader, who asks for a contact or a link.
 */
export const signalRoles = ['request', 'wanted', 'contact', 'reader', 'invite'] as const

/** Words that add points to a conversation, once, however often they occur, or take some away. */
export const Signal = z.strictObject({
  name: lineText(40),
  points: between(-20, 20),
  words: SignalWordList,
  role: z.optional(z.enum(signalRoles)),
})
export type Signal = z.infer<typeof Signal>

/** Each of them is looked for in each conversation. */
const MOST_WORDS = 3400
const hasFewWords = (signals: { words: string[] }[]) =>
  signals.reduce((sum, { words }) => sum + words.length, 0) <= MOST_WORDS

/** What words can't list: an amount has a currency, a figure has none. */
export const Patterns = z.strictObject({ link: points, phone: points, handle: points, amount: points, figure: points })
export type Patterns = z.infer<typeof Patterns>

export const RuleEffects = z.strictObject({
  /** A quiet line for the reader. Rules about likes have no reader. */
  nudge: z.boolean(),
  /** Fewer first messages. */
  slow: z.boolean(),
  report: z.boolean(),
  /** Shown less in Discover while the report is open. */
  exposure: z.boolean(),
})

/** For a slower sender: the time between two first messages, and for how long. */
export const RuleSlowness = z.strictObject({ minutes: between(1, 1440), hours: between(1, 720) })

const common = { enabled: z.boolean(), effects: RuleEffects, slow: RuleSlowness }

export const RuleSettings = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('first_messages'),
    ...common,
    parameters: z.strictObject({
      /** How many messages of a sender in one conversation count. */
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
      /** After so many messages of the reader, or so many days of talking with them, a contact is no sign. */
      replies: z._default(between(1, 20), 4),
      acquainted: z._default(between(1, 365), 5),
      /** Well-known sites. A link to them is no sign. */
      hosts: z._default(z.array(ListedWord).check(z.maxLength(300, 'At most {maximum} sites.')), []),
    }),
  }),
  z.strictObject({
    name: z.literal('same_text'),
    ...common,
    /** How alike two texts are, in percent of their words. */
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
  /** 0: the defaults. */
  version: z.number(),
  changedBy: z.nullable(shown),
  changedAt: z.nullable(instant),
  /** How many people it matched in the last 30 days. */
  people: z.number(),
  /** Of the rule about first messages: what its signals are called. Those that staff have named are as they are. */
  signalNames: z.optional(z.record(shown, shown)),
})
export type MonitoringRule = z.infer<typeof MonitoringRule>

export const DryRun = z.strictObject({
  people: z.number(),
  /** If there were more first messages than that in 30 days: only the newest were read. */
  newestMessages: z.optional(z.number()),
  examples: z.array(z.strictObject({ user: NamedPerson, at: instant, reason: shown })),
})
export type DryRun = z.infer<typeof DryRun>

/** Rules about how members behave, that staff edit. */
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
