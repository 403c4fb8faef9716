import type { Patterns, RuleSettings } from '@kindred/contract'
import { patternOf, plain } from '../../operations/index.ts'

// What the monitoring rules find in texts. Nothing here knows about people or the database.

export type FirstMessages = Extract<RuleSettings, { name: 'first_messages' }>['parameters']

const currency = String.raw`€|\$|£|euros?|dollars?|dólares|pounds|usdt?|eur|btc|%`

/** What no list of words could include. */
const patterns: Record<keyof Patterns, RegExp> = {
  link: /https?:\/\/|www\.\w|\b[a-z0-9-]{3,}\.(?:com|net|org|info|xyz|top|club|link|site|online|ly|me)\b/i,
  phone: /\+\d[\d\s()-]{7,}|\b0\d{2,4}[\s/-]?\d{5,}/,
  handle: /(?:^|\s)@\w{3,}/,
  amount: new RegExp(String.raw`[$€£]\s?\d\d|\d\d(?:[.,]\d{1,9}){0,3}\s?(?:${currency})(?![\p{L}\p{N}])`, 'iu'),
  figure: /(?<![\d.,:+(-])[1-9]\d{2,5}(?![\d:])(?!\s?\d{3})/,
}

/** A figure in a link, a phone number or an amount is no sign of its own. */
const withFigures = /https?:\/\/\S+|www\.\S+|\+?\d[\d\s()/-]{6,}/g
const amounts = new RegExp(patterns.amount, 'giu')

/** Scammers do so sooner. */
const LONGEST_JUDGED = 4000

export type Finding = { points: number; signs: string[] }

/** Compiles the lists once, for many conversations. */
export function firstMessagesRule({ signals, patterns: worth, threshold }: FirstMessages) {
  const listed = signals.map(({ name, points, words }) => ({ name, points, pattern: patternOf(words) }))
  const fixed = (['link', 'phone', 'handle', 'amount', 'figure'] as const).map((name) => ({
    name,
    points: worth[name],
    pattern: patterns[name],
  }))
  /** What is found in the first messages of one sender in a conversation, if it is enough. */
  return (texts: readonly string[]): Finding | undefined => {
    const whole = texts.join('\n').slice(0, LONGEST_JUDGED)
    const compared = plain(whole)
    const bare = whole.replaceAll(withFigures, ' ').replaceAll(amounts, ' ')
    const found = [
      ...listed.filter(({ points, pattern }) => points > 0 && pattern?.testPlain(compared)),
      ...fixed.filter(({ name, points, pattern }) => points > 0 && pattern.test(name === 'figure' ? bare : whole)),
    ]
    const points = found.reduce((sum, each) => sum + each.points, 0)
    return points >= threshold ? { points, signs: found.map(({ name }) => name) } : undefined
  }
}

/** The words of a text as they are compared. Numbers count as one word, since they often differ from copy to copy. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .replace(/\d+/g, '0')
      .match(/[\p{L}\p{N}]+/gu),
  )

const shareOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const common = [...one].filter((word) => other.has(word)).length
  return common / (one.size + other.size - common)
}

/** Shorter texts, such as “Hi, how are you today?”, are alike by themselves. */
const FEWEST_WORDS = 8

/**
 * The largest group of texts that are alike. Each is compared with the first text of a group, so that many texts are
 * compared with few.
 */
export function mostAlike<T extends { text: string }>(all: readonly T[], percent: number): T[] {
  const groups: { words: Set<string>; members: T[] }[] = []
  for (const each of all) {
    const words = wordsOf(each.text)
    if (words.size < FEWEST_WORDS) continue
    const group = groups.find((other) => shareOf(other.words, words) * 100 >= percent)
    if (group) group.members.push(each)
    else groups.push({ words, members: [each] })
  }
  return groups.reduce<T[]>((most, { members }) => (members.length > most.length ? members : most), [])
}
