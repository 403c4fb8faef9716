import { plans, type Configuration } from '@kindred/contract'

// The configuration of a new installation, until an administrator changes it.

const rules: Configuration['rules'] = [
  {
    title: 'Be who you say you are',
    text: 'Your own pictures, your own age, one account. No pretending to be somebody else.',
  },
  {
    title: 'Adults only',
    text: 'Nobody under 18, in no picture and in no conversation that sexualises them. We act on this at once.',
  },
  {
    title: 'A no is a no',
    text: 'No threats, no insults, no pressing on after somebody stopped answering. Nobody owes you a reply.',
  },
  {
    title: 'No hate',
    text:
      'Nobody is put down for where they come from, what they believe, how they look, whom they love, or ' +
      'what their body can do.',
  },
  {
    title: 'Intimate pictures only where they are wanted',
    text: 'Never in a profile, never unasked, and never of somebody who did not agree.',
  },
  {
    title: 'No business, no money',
    text: 'No advertising, no selling, no asking for money, gifts, codes or investments.',
  },
  {
    title: 'Keep what is private private',
    text: 'No addresses, numbers, conversations or pictures of others without their agreement.',
  },
  { title: 'Nothing against the law', text: 'What the law forbids outside is forbidden here.' },
]

const cannedReplies: Configuration['cannedReplies'] = [
  {
    code: 'received',
    title: 'Received',
    text: 'Hello {name}, thank you for telling us. Somebody is looking into it, and you will hear from us here.',
  },
  {
    code: 'more',
    title: 'More, please',
    text: 'Hello {name}, thank you. Could you tell us when this happened, and what you saw or pressed just before?',
  },
  {
    code: 'done',
    title: 'Dealt with',
    text: 'Hello {name}, thank you for your report. We have looked into it and acted on it under our community rules.',
  },
  {
    code: 'nothing',
    title: 'Nothing found',
    text:
      'Hello {name}, we have looked into it and found nothing against our rules. You can block anybody at ' +
      'any time; they are not told.',
  },
  {
    code: 'mended',
    title: 'Mended',
    text:
      'Hello {name}, this is mended now. Please reload the page, and write again if you still see it. ' +
      'Yours, {brand}',
  },
]

const wordLists: Configuration['wordLists'] = {
  minors: ['minor', 'underage*', 'under age*', 'child', 'children', 'kid', 'kids', 'teen', 'teens', 'teenage*'],
  intimate: [
    'nude',
    'nudes',
    'naked',
    'intimate image*',
    'intimate photo*',
    'intimate picture*',
    'revenge porn',
    'sextortion',
    'without my consent',
  ],
  threats: ['kill', 'murder', 'suicide', 'rape', 'raped', 'weapon', 'gun', 'knife', 'threat*'],
  fraud: [
    'scam',
    'scammer',
    'fraud',
    'gift card*',
    'giftcard*',
    'crypto',
    'bitcoin',
    'asked for money',
    'asked me for money',
    'fake profile',
    'fake account',
  ],
  hate: ['racist', 'racism', 'nazi', 'slur', 'homophobic', 'transphobic'],
  money: [
    'send money',
    'send me money',
    'send cash',
    'send me cash',
    'gift card*',
    'giftcard*',
    'western union',
    'moneygram',
    'bitcoin',
    'crypto',
    'cryptocurrency',
    'invest',
    'invests',
    'investment*',
    'wire transfer',
    'iban',
    'bank details',
    'paypal',
    'cash app',
    'cashapp',
    'loan',
  ],
  elsewhere: [
    'whatsapp',
    'whats app',
    'telegram',
    'signal me',
    'snap',
    'snapchat',
    'kik',
    'text me at',
    'my number is',
    'hangouts',
  ],
}

const { monthly, quarterly, annual } = plans

export const defaults = {
  rules,
  cannedReplies,
  wordLists,
  prices: { monthly: monthly.amount, quarterly: quarterly.amount, annual: annual.amount },
  trialDays: { monthly: monthly.trialDays, quarterly: quarterly.trialDays, annual: annual.trialDays },
}
