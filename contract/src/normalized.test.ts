import { expect, test } from 'vitest'
import { normalized } from './normalized.ts'

const forms = ['NFC', 'NFKC', 'NFKD'] as const

test('of a text that would take long to sort, each letter keeps 30 marks', () => {
  const hostile = [
    ['a', '\u0344'.repeat(15_900) + '\u0316'.repeat(15_900)],
    ['a', '\u0300'.repeat(15_900) + '\u0316'.repeat(15_900)],
    ['', '\u0f73\u0f75'.repeat(10_600)],
    ['a', '\u0300\u0316'.repeat(16_000)],
    // These characters are letters until they are normalized.
    ['a', '\uff9e\u093c'.repeat(10_600)],
  ] as const
  for (const [letter, marks] of hostile)
    for (const form of forms)
      expect(normalized(letter + marks, form)).toBe((letter + marks.slice(0, 30)).normalize(form))
})

test('what people write is normalized as Unicode says', () => {
  const written = ['Adélai\u0308de', 'ﬁancé', 'ｶﾞｰﾃﾞﾝ', 'हिन्दी', 'z' + '\u0300\u0316'.repeat(15)]
  for (const text of written) for (const form of forms) expect(normalized(text, form)).toBe(text.normalize(form))
})
