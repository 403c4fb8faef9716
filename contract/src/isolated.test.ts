import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.each([
  ['ltr', 'Ana', 'Ana'],
  ['ltr', '3 / 7', '3 / 7'],
  ['ltr', 'ليلى 7', '\u2068ليلى 7\u2069'],
  ['ltr', 'Noa נועה', '\u2068Noa נועה\u2069'],
  ['rtl', 'ليلى', 'ليلى'],
  ['rtl', '3 / 7', '3 / 7'],
  ['rtl', 'Ana', '\u2068Ana\u2069'],
  ['rtl', '花子', '\u2068花子\u2069'],
] as const)(
  'within a sentence that runs %s, “%s” is isolated only if it runs the other way',
  (sentence, words, put) => {
    expect(isolated(words, sentence)).toBe(put)
  },
)
