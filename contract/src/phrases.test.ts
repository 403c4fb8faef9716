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
