import { CURRENCY, plans, type Configuration } from '@kindred/contract'
import { wordLists } from './word-lists.ts'

// The configuration of a new installation, until an administrator changes it.

const rules: Configuration['rules'] = [
  {
    title: 'Be who you say you are',
    text: 'Use your own photos, your real age and one account. Don’t pretend to be someone else.',
  },
  {
    title: 'Adults only',
    text:
      'No one under 18 is allowed here, and no photo or conversation may sexualize minors. ' +
      'We act on this immediately.',
  },
  {
    title: 'No means no',
    text: 'No threats, no insults, and no pushing when someone stops replying. No one owes you a reply.',
  },
  {
    title: 'No hate',
    text:
      'Don’t put anyone down for where they come from, what they believe, how they look, who they love or ' +
      'what their body can do.',
  },
  {
    title: 'Intimate photos only when they’re welcome',
    text: 'Never in a profile, never unsolicited, and never of anyone who hasn’t consented.',
  },
  {
    title: 'No business, no money',
    text: 'No advertising, no selling, and no asking for money, gifts, codes or investments.',
  },
  {
    title: 'Keep private things private',
    text: 'Don’t share anyone’s address, number, messages or photos without their consent.',
  },
  { title: 'Nothing illegal', text: 'Anything illegal offline is forbidden here, too.' },
]

const cannedReplies: Configuration['cannedReplies'] = [
  {
    code: 'received',
    title: 'Received',
    text: 'Hi {name}, thank you for telling us. We’re looking into it and will reply here.',
  },
  {
    code: 'more',
    title: 'Need more details',
    text: 'Hi {name}, thank you. Could you tell us when this happened, and what you saw or did just before?',
  },
  {
    code: 'done',
    title: 'Action taken',
    text: 'Hi {name}, thank you for your report. We’ve reviewed it and acted on it under our community rules.',
  },
  {
    code: 'nothing',
    title: 'No violation found',
    text:
      'Hi {name}, we’ve reviewed your report and found nothing that breaks our rules. You can block anyone at ' +
      'any time. We won’t tell them.',
  },
  {
    code: 'mended',
    title: 'Fixed',
    text:
      'Hi {name}, this is fixed now. Please reload the page, and reply here if you still see it. ' + 'Best, {brand}',
  },
]

/** As the specification has them. The web translates these labels. */
const figures: Configuration['figures'] = [
  { value: '50K+', label: 'Active users' },
  { value: '1K+', label: 'Success stories' },
  { value: '95%', label: 'Satisfaction' },
  { value: '24/7', label: 'Support' },
]

const { monthly, quarterly, annual } = plans

export const defaults = {
  figures,
  rules,
  cannedReplies,
  wordLists,
  currency: CURRENCY,
  automaticTax: false,
  prices: { monthly: monthly.amount, quarterly: quarterly.amount, annual: annual.amount },
  trialDays: { monthly: monthly.trialDays, quarterly: quarterly.trialDays, annual: annual.trialDays },
}
