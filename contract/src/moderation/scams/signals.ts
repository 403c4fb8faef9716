import type { Signal } from '../monitoring.ts'
import { hosts } from './patterns.ts'
import type { FirstMessages } from './rule.ts'
import { arabic } from './words/ar.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { portuguese } from './words/pt.ts'
import { type SignalName, signalNames } from './words/signal-words.ts'

// The first-message signals of a new installation. Everyday words, such as those for rent, work or illness, count less
// than those for asking for money, and requests count more than mentions.

const worth: Record<SignalName, Pick<Signal, 'points' | 'role'>> = {
  request: { points: 4, role: 'request' },
  contact: { points: 3, role: 'contact' },
  numbers: { points: 2, role: 'contact' },
  elsewhere: { points: 1, role: 'contact' },
  excuse: { points: 3 },
  story: { points: 4 },
  occupation: { points: 2 },
  money: { points: 3, role: 'wanted' },
  costs: { points: 1, role: 'wanted' },
  fee: { points: 3, role: 'wanted' },
  trade: { points: 3, role: 'wanted' },
  gain: { points: 4, role: 'wanted' },
  invitation: { points: 4, role: 'wanted' },
  gift: { points: 3, role: 'wanted' },
  plea: { points: 4 },
  trouble: { points: 2 },
  endearment: { points: 3 },
  lure: { points: 5, role: 'wanted' },
  threat: { points: 10, role: 'wanted' },
  code: { points: 6, role: 'wanted' },
  sign: { points: 4, role: 'wanted' },
  task: { points: 4, role: 'wanted' },
  often: { points: 1 },
  business: { points: 1 },
  shared: { points: -4 },
  doubt: { points: 3, role: 'reader' },
  invited: { points: 0, role: 'invite' },
}
const languages = [english, german, french, spanish, portuguese, arabic]

const wordsOf = (name: SignalName): string[] => {
  const words = languages.flatMap((language) => language[name].split(',')).map((word) => word.trim())
  return [...new Set(words.filter(Boolean))]
}

const signals: Signal[] = signalNames.map((name) => ({ name, ...worth[name], words: wordsOf(name) }))

/** What the rule about first messages looks for in a new installation. */
export const firstMessages: FirstMessages = {
  messages: 6,
  threshold: 8,
  signals,
  patterns: { link: 4, phone: 3, handle: 3, amount: 2, figure: 1 },
  replies: 4,
  acquainted: 5,
  hosts,
}
