import {
  type Configuration,
  type Decision,
  message,
  type MessageDescriptor,
  type OwnDecision,
  type Standing,
  type Text,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { DecisionRow, NamedDecisionRow, OwnDecisionRow } from './queries.ts'
import { type Ending, mayEnd, recommendedStep, undoUntil } from './rules.ts'
import { configurationOf, rulesIn } from '../../operations/index.ts'
import type { Answering } from '../../../http/caller.ts'
import { toInstant } from '../../../infra/clock.ts'
import { type Gender, write } from '../../../infra/language/write.ts'
import type { Formats } from '../../../infra/zones.ts'

// The statement of reasons: the decision, its duration, its grounds, and the member's options. It never names the
// reporter or the author.

/** The facts of a deactivation without a reason, or that undoes an activation. Statements omit these facts. */
export const NO_REASON = 'No reason was given.'

export const factsIn = (language: Language, facts: string): string =>
  facts === NO_REASON ? write(language, message('No reason was given.')) : facts

type Reader = { language: Language; gender?: Gender; formats: Formats }
type Rules = Configuration['rules']
export type Stated = Pick<
  DecisionRow,
  'kind' | 'until' | 'hidden' | 'rule_title' | 'facts' | 'source' | 'is_detected' | 'is_automated' | 'subscription'
> & {
  has_others: boolean
}

export function ruleTitle(rules: Rules, title: string | null, language: Language): string | null {
  const at = rules.findIndex((rule) => rule.title === title)
  return (at >= 0 ? rulesIn(rules, language)[at]?.title : title) ?? title
}

function hiddenParts({ bio, prompts, voice, pictures }: Stated['hidden']): MessageDescriptor[] {
  const count = pictures?.length ?? 0
  return [
    ...(bio === undefined ? [] : [message('bio')]),
    ...(prompts === undefined ? [] : [message('prompts')]),
    ...(voice === undefined ? [] : [message('voice answer')]),
    ...(count > 0 ? [message('{count, plural, one {# photo} other {# photos}}', { count })] : []),
  ]
}

const subjects: Record<Stated['kind'], MessageDescriptor> = {
  warn: message('A warning about your account'),
  hide: message('We removed something from your profile'),
  limit: message('Your account is restricted'),
  suspend: message('Your account is suspended'),
  deactivate: message('Your account was deactivated'),
  ban: message('Your account is banned'),
}

export const subjectOf = ({ kind, hidden }: Pick<Stated, 'kind' | 'hidden'>): MessageDescriptor =>
  hidden.message ? message('We removed one of your messages') : subjects[kind]

function meaningOf({ kind, until, hidden }: Stated, { formats }: Reader): MessageDescriptor {
  const end = until ? formats.moment(until) : ''
  return {
    warn: message('This is a warning. Your account stays as it is, but next time, we may restrict it.'),
    hide: hidden.message
      ? message('We removed a message that you sent. Neither of you can read it anymore.')
      : message('We removed this from your profile: {what}.', { what: hiddenParts(hidden) }),
    limit: message(
      'Until {end}, you can’t send messages, and you’re not in Discover. You can still read your messages.',
      {
        end,
      },
    ),
    suspend: message(
      'Until {end}, no one can see you, and you can’t use your account. After that, everything goes back to normal.',
      { end },
    ),
    deactivate: message('Our team deactivated your account. No one can see you, and you’re signed out everywhere.'),
    ban: message('No one can see you, and you can no longer use your account. There’s no end date.'),
  }[kind]
}

const sourceOf = ({ source, is_detected, is_automated }: Stated): MessageDescriptor[] => [
  source === 'report'
    ? message('We looked into this because of a report.')
    : is_detected
      ? message('Our automated checks flagged this.')
      : message('Our team found this on its own.'),
  is_automated ? message('This was decided automatically.') : message('A member of our team made this decision.'),
]

export function statementOf(row: Stated, rules: Rules, reader: Reader): Text[] {
  const rule = ruleTitle(rules, row.rule_title, reader.language)
  return [
    meaningOf(row, reader),
    rule === null ? message('This decision is based on our terms.') : message('Rule: {rule}', { rule }),
    ...(row.facts === NO_REASON ? [] : [message('What happened: {facts}', { facts: row.facts })]),
    ...sourceOf(row),
    ...(row.subscription === 'cancel' ? [message('Your subscription has ended, and you won’t be charged again.')] : []),
    row.has_others
      ? message('Think this is a mistake? You can appeal in Support within 6 months, and someone else will review it.')
      : message('Think this is a mistake? You can appeal in Support within 6 months, and we’ll review it again.'),
  ]
}

const endings = {
  expired: message('The restriction on your account has expired.'),
  lifted: message('We lifted the restriction on your account early.'),
  overturned: message('We overturned the decision about your account. It no longer counts against you.'),
} as const

export const endSubject = message('A restriction on your account has been lifted')

export const endingOf = (how: keyof typeof endings, isRestricted: boolean): Text[] => [
  endings[how],
  isRestricted
    ? message('Another restriction still applies. You can read it in Support.')
    : message('Your account is back to normal.'),
]

export type Reading = { now: Date; language: Language; rules: Rules }

export const readingOf = async (context: Pick<Deps, 'config' | 'db' | 'clock'> & Answering): Promise<Reading> => ({
  now: context.clock.now(),
  language: context.caller.language,
  rules: (await configurationOf(context)).rules,
})

const named = (id: string | null, name: string | null) => (id === null ? null : { _id: id, name: name ?? '' })

export const toStanding = (strikes: number): Standing => ({ strikes, recommended: recommendedStep(strikes) })

function undoable({ state, in_force_at, settled_at }: DecisionRow, now: Date): Date | null {
  if (state !== 'in_force' || !in_force_at || settled_at) return null
  const end = undoUntil(in_force_at)
  return end > now ? end : null
}

export const toDecision = (row: NamedDecisionRow, viewer: Ending, { now, language, rules }: Reading): Decision => ({
  _id: row.id,
  version: row.version,
  subject: { _id: row.subject_id, name: row.subject_name ?? '' },
  kind: row.kind,
  state: row.state,
  source: row.source,
  reportId: row.report_id,
  rule: row.rule === null ? null : { number: row.rule, title: ruleTitle(rules, row.rule_title, language) ?? '' },
  category: row.category,
  facts: factsIn(language, row.facts),
  days: row.days,
  until: toInstant(row.until),
  hidden: {
    bio: row.hidden.bio !== undefined,
    prompts: row.hidden.prompts !== undefined,
    voice: row.hidden.voice !== undefined,
    pictures: row.hidden.pictures?.length ?? 0,
    message: row.hidden.message !== undefined,
  },
  fraud: row.is_fraud,
  warning: row.warning,
  detected: row.is_detected,
  automated: row.is_automated,
  subscription: row.subscription,
  by: named(row.decided_by, row.decider),
  createdAt: row.created_at.toISOString(),
  inForceAt: toInstant(row.in_force_at),
  strikeUntil: toInstant(row.strike_until),
  undoUntil: toInstant(undoable(row, now)),
  mayEnd: mayEnd(viewer, row),
  endedAt: toInstant(row.ended_at),
  endedBy: named(row.ended_by, row.ender),
  endReason: row.end_reason,
  reports: row.reports,
})

export const toOwnDecision = (row: OwnDecisionRow, rules: Configuration['rules'], reader: Reader): OwnDecision => ({
  _id: row.id,
  kind: row.kind,
  state: row.state,
  rule: ruleTitle(rules, row.rule_title, reader.language),
  facts: factsIn(reader.language, row.facts),
  statement: statementOf(row, rules, reader).map((line) => write(reader.language, line, reader.gender)),
  decidedAt: (row.in_force_at ?? row.created_at).toISOString(),
  until: toInstant(row.until),
  endedAt: toInstant(row.ended_at),
})
