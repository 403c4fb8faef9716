import type { Nudge } from '@kindred/contract'

// Words at which a reader is asked to be careful. They are told to the reader alone, kindly; nothing is withheld.

const patterns: [Nudge, RegExp][] = [
  [
    'money',
    /\b(send (me )?(money|cash)|gift ?cards?|western union|moneygram|bitcoin|crypto(currency)?|invest(ment)?s?|wire transfer|iban|bank details|paypal|cash ?app|loan)\b/i,
  ],
  [
    'elsewhere',
    /\b(whats ?app|telegram|signal me|snap(chat)?|kik|text me at|my number is|hangouts)\b|\+\d[\d\s-]{7,}/i,
  ],
  ['link', /https?:\/\/|www\.\w/i],
]

export const nudgeFor = (text: string | null): Nudge | null =>
  (text && patterns.find(([, pattern]) => pattern.test(text))?.[0]) || null

export const EDITABLE_FOR = 15 * 60_000
export const PARKED_AFTER = 14 * 86_400_000
