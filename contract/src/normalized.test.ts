import { expect, test } from 'vitest'
import { normalized } from './normalized.ts'

const forms = ['NFC', 'NFKC', 'NFKD'] as const

test('a text that fills a request is normalized in a few milliseconds, whatever it consists of', () => {
  const hostile = [
    'a' + '\u0344'.repeat(15_900) + '\u0316'.repeat(15_900),
    'a' + '\u0300'.repeat(15_900) + '\u0316'.repeat(15_900),
    '\u0f73\u0f75'.repeat(10_600),
    'a' + '\u0300\u0316'.repeat(16_000),
    // These characters are letters until they are normalized.
    'a' + '\uff9e\u093c'.repeat(10_600),
  ]
  for (const text of hostile)
    for (const form of forms) {
      const began = performance.now()
      normalized(text, form)
      expect([text.slice(0, 4), form, performance.now() - began < 150]).toEqual([text.slice(0, 4), form, true])
    }
})

test('what people write is normalized as Unicode says', () => {
  const written = ['Adélai\u0308de', 'ﬁancé', 'ｶﾞｰﾃﾞﾝ', 'हिन्दी', 'z' + '\u0300\u0316'.repeat(15)]
  for (const text of written) for (const form of forms) expect(normalized(text, form)).toBe(text.normalize(form))
  expect(normalized('z' + '\u0316'.repeat(40), 'NFC')).toBe('z' + '\u0316'.repeat(30))
})
