import { expect, test } from 'vitest'
import { defaults } from './defaults.ts'
import { patternsOf } from './rules.ts'

const finds = (word: string, text: string) => patternsOf({ ...defaults.wordLists, fraud: [word] }).fraud!.test(text)

test.each([
  ['scam', 'What a SCAM!', true],
  ['scam', 'scampi', false],
  ['scam*', 'scammers everywhere', true],
  ['gift card', 'buy a gift \n card', true],
  ['gift card', 'gift cards', false],
  ['a.b', 'axb', false],
  ['a.b', 'it says a.b there', true],
  ['(x', 'what (x', true],
  ['under-age', 'she is under-age', true],
  ['{n}|[a]/b\\c^$', 'it is {n}|[a]/b\\c^$ there', true],
  ['Übergabe', 'die ÜBERGABE', true],
  ['bergabe', 'die Übergabe', false],
])('a listed word matches itself and nothing else: %s in "%s": %s', (word, text, found) => {
  expect(finds(word, text)).toBe(found)
})

test('an empty word list matches nothing', () => {
  expect(patternsOf({ ...defaults.wordLists, hate: [] }).hate).toBeNull()
})
