import { type Configuration, say, type Said, type Text } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { type Gender, write } from '../../../infra/language/write.ts'
import type { Formats } from '../../../infra/zones.ts'
import { rulesIn } from '../../operations/index.ts'
import type { DecisionRow } from './decisions.sql.ts'

// The statement of reasons: what was decided, for how long, why, and what its member can do about it. It never says who
// reported them, or who decided.

/** The facts of a deactivation without a reason, or that undoes an activation. Statements leave them out. */
export const NO_REASON = 'No reason was given.'

/** The facts in the words of a reader: those of a deactivation without a reason are ours. */
export const factsIn = (language: Language, facts: string): string =>
  facts === NO_REASON ? write(language, say('No reason was given.')) : facts

export type Reader = { language: Language; gender?: Gender; formats: Formats }
type Rules = Configuration['rules']
export type Stated = Pick<
  DecisionRow,
  'kind' | 'until' | 'hidden' | 'rule_title' | 'facts' | 'source' | 'is_detected' | 'is_automated' | 'subscription'
> & {
  /** Whether an appeal is for someone else. */
  has_others: boolean
}

/** The title of the rule that was broken, in a language if the rule still has it. */
export function ruleTitle(rules: Rules, title: string | null, language: Language): string | null {
  const at = rules.findIndex((rule) => rule.title === title)
  return (at >= 0 ? rulesIn(rules, language)[at]?.title : title) ?? title
}

export function hiddenParts({ bio, prompts, voice, pictures }: Stated['hidden']): Said[] {
  const count = pictures?.length ?? 0
  return [
    ...(bio === undefined ? [] : [say('bio')]),
    ...(prompts === undefined ? [] : [say('prompts')]),
    ...(voice === undefined ? [] : [say('voice answer')]),
    ...(count > 0 ? [say('{count, plural, one {# photo} other {# photos}}', { count })] : []),
  ]
}

const subjects: Record<Stated['kind'], Said> = {
  warn: say('A warning about your account'),
  hide: say('We removed something from your profile'),
  limit: say('Your account is restricted'),
  suspend: say('Your account is suspended'),
  deactivate: say('Your account was deactivated'),
  ban: say('Your account is banned'),
}

export const subjectOf = ({ kind, hidden }: Pick<Stated, 'kind' | 'hidden'>): Said =>
  hidden.message ? say('We removed one of your messages') : subjects[kind]

/** What the decision means for the member. */
function meaningOf({ kind, until, hidden }: Stated, { formats }: Reader): Said {
  const end = until ? formats.moment(until) : ''
  return {
    warn: say('This is a warning. Your account stays as it is, but next time, we may restrict it.'),
    hide: hidden.message
      ? say('We removed a message that you sent. Neither of you can read it anymore.')
      : say('We removed this from your profile: {what}.', { what: hiddenParts(hidden) }),
    limit: say('Until {end}, you can’t send messages, and you’re not in Discover. You can still read your messages.', {
      end,
    }),
    suspend: say(
      'Until {end}, no one can see you, and you can’t use your account. After that, everything goes back to normal.',
      { end },
    ),
    deactivate: say('Our team deactivated your account. No one can see you, and you’re signed out everywhere.'),
    ban: say('No one can see you, and you can no longer use your account. There’s no end date.'),
  }[kind]
}

const sourceOf = ({ source, is_detected, is_automated }: Stated): Said[] => [
  source === 'report'
    ? say('We looked into this because of a report.')
    : is_detected
      ? say('Our automated checks flagged this.')
      : say('Our team found this on its own.'),
  is_automated ? say('This was decided automatically.') : say('A member of our team made this decision.'),
]

/** The statement in paragraphs, for a reader. */
export function statementOf(row: Stated, rules: Rules, reader: Reader): Text[] {
  const rule = ruleTitle(rules, row.rule_title, reader.language)
  return [
    meaningOf(row, reader),
    rule === null ? say('This decision is based on our terms.') : say('Rule: {rule}', { rule }),
    ...(row.facts === NO_REASON ? [] : [say('What happened: {facts}', { facts: row.facts })]),
    ...sourceOf(row),
    ...(row.subscription === 'cancel' ? [say('Your subscription has ended, and you won’t be charged again.')] : []),
    row.has_others
      ? say('Think this is a mistake? You can appeal in Support within 6 months, and someone else will review it.')
      : say('Think this is a mistake? You can appeal in Support within 6 months, and we’ll review it again.'),
  ]
}

const endings = {
  expired: say('The restriction on your account has expired.'),
  lifted: say('We lifted the restriction on your account early.'),
  overturned: say('We overturned the decision about your account. It no longer counts against you.'),
} as const

export const endSubject = say('A restriction on your account has been lifted')

/** What a member reads when a decision has ended. */
export const endingOf = (how: keyof typeof endings, isRestricted: boolean): Text[] => [
  endings[how],
  isRestricted
    ? say('Another restriction still applies. You can read it in Support.')
    : say('Your account is back to normal.'),
]
