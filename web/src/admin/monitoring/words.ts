import type { RuleName, RuleSettings, Signal } from '@kindred/contract/moderation/monitoring'
import { useLingui } from '@lingui/react/macro'

export function useRuleWords(): Record<RuleName, readonly [name: string, about: string]> {
  const { t } = useLingui()
  return {
    first_messages: [
      t`Scams in first messages`,
      t`Adds up points for words, links and numbers in a sender’s first messages to someone.`,
    ],
    same_text: [t`Mass messaging`, t`Finds people who send nearly the same first message to many others.`],
    new_account: [t`Very active new accounts`, t`Finds new accounts that like many people within hours.`],
    likes_everyone: [t`Likes everyone`, t`Finds people who like almost everyone they see.`],
  }
}

export type Effect = keyof RuleSettings['effects']

export function useEffectWords(): Record<Effect, string> {
  const { t } = useLingui()
  return {
    nudge: t`Show the recipient a gentle warning`,
    slow: t`Slow down the sender’s first messages`,
    report: t`Create a report`,
    exposure: t`Show them less in Discover while the report is open`,
  }
}

export function useNumberWords(): Record<string, string> {
  const { t } = useLingui()
  return {
    messages: t`First messages to look at`,
    threshold: t`Points needed to match`,
    people: t`Recipients`,
    hours: t`Period (hours)`,
    alike: t`Words in common (%)`,
    days: t`Account age (days)`,
    likes: t`Likes`,
    choices: t`Profiles swiped`,
    percent: t`Likes among them (%)`,
    replies: t`Replies until contact details are ignored`,
    acquainted: t`Days until contact details are ignored`,
    link: t`Link (points)`,
    phone: t`Phone number (points)`,
    handle: t`@name (points)`,
    amount: t`Amount of money (points)`,
    figure: t`Other number (points)`,
  }
}

export function useRoleWords(): Record<NonNullable<Signal['role']>, string> {
  const { t } = useLingui()
  return {
    request: t`Counts only with contact details or a request`,
    wanted: t`Requests`,
    contact: t`Contact details (ignored once both have talked)`,
    reader: t`Said by the recipient`,
    invite: t`Said by the recipient (then contact details and links are ignored)`,
  }
}
