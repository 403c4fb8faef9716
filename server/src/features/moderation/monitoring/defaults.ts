import type { RuleName, RuleSettings } from '@kindred/contract'
import { firstMessages } from '@kindred/contract/moderation/scams/signals'

const slow = { minutes: 10, hours: 24 }
const all = { nudge: true, slow: true, report: true, exposure: true }

export const defaultRules: { [N in RuleName]: Extract<RuleSettings, { name: N }> } = {
  first_messages: {
    name: 'first_messages',
    enabled: true,
    effects: { ...all, slow: false },
    slow,
    parameters: firstMessages,
  },
  same_text: {
    name: 'same_text',
    enabled: true,
    effects: all,
    slow,
    parameters: { people: 5, hours: 24, alike: 80 },
  },
  new_account: {
    name: 'new_account',
    enabled: true,
    // Eager members also like many people quickly, so this is no reason to report them.
    effects: { nudge: false, slow: true, report: false, exposure: false },
    slow,
    parameters: { days: 3, hours: 1, likes: 45 },
  },
  likes_everyone: {
    name: 'likes_everyone',
    enabled: true,
    effects: { ...all, nudge: false, slow: false },
    slow,
    parameters: { choices: 120, hours: 72, percent: 98 },
  },
}
