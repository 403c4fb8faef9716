import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phrasesOf } from './phrases.ts'

const letter = String.raw`[\p{L}\p{N}_]`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const before = (word: string) => (/^\p{Script=Arabic}/u.test(word) ? '(?:[وفبكل]?ال|لل|[وفبكل])?' : '')

/** A reference implementation with one regular expression per phrase, which is slower but easy to read. */
function byExpression(word: string): RegExp {
  const isPrefix = word.endsWith('*')
  const phrase = (isPrefix ? word.slice(0, -1) : word)
    .trim()
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s+`)
  return new RegExp(`(?<!${letter})${before(word)}${phrase}${isPrefix ? '' : `(?!${letter})`}`, 'u')
}

test('phrases are found where regular expressions find them, whatever is around them', () => {
  const part = fc.constantFrom(
    ...'gift|card|gift card|gif|t.me|$|i’m|ça|𝒜|😀|5|_| |  |\n|-|.|x|هدية|ال|و|لل|ب|كال|بطاقة هدية'.split('|'),
  )
  const texts = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  const words = texts.filter((word) => /\S/.test(word.replaceAll('*', '')))
  fc.assert(
    fc.property(fc.array(fc.tuple(words, fc.constantFrom('', '*')), { maxLength: 5 }), texts, (some, text) => {
      const phrases = some.map(([word, end]) => word.trim() + end)
      const found = phrasesOf(phrases.map((phrase) => [[phrase], phrase] as const))(text)
      expect([...found].toSorted()).toEqual(
        [...new Set(phrases)].filter((phrase) => byExpression(phrase).test(text)).toSorted(),
      )
    }),
    { numRuns: 400 },
  )
})

test('reading thousands of phrases and finding them in a long text takes milliseconds, the first time as well', () => {
  const words = Array.from({ length: 3000 }, (_, n) => `send ${(n + 7919).toString(36)} by ${n.toString(36)} card`)
  const text = 'what a lovely day, and how was yours by the sea? send 646 by 7 card '.repeat(60)
  const began = process.threadCpuUsage()
  const find = phrasesOf(words.map((word) => [[word], word] as const))
  expect([...find(text)]).toEqual(words.slice(7, 8))
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(200)
})

test('a long run of white space takes time in proportion to its length', () => {
  const find = phrasesOf([[['gift card'], 'gift card']])
  const gap = ' '.repeat(30_000)
  const began = process.threadCpuUsage()
  expect([...find(`gift${gap}card${gap}gift`)]).toEqual(['gift card'])
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(500)
})
