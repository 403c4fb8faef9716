import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { interestKeys, interests, languageCodes, promptKeys, prompts, spoken } from './suggestions.ts'

const all = [
  ['interests', interests, interestKeys],
  ['prompts', prompts, promptKeys],
  ['languages', spoken, languageCodes],
] as const

test.each(all)('no word of %s stands for two keys', (_name, vocabulary, keys) => {
  for (const key of keys) {
    expect(vocabulary.keyOf(key)).toBe(key)
    for (const language of languages) {
      const word = vocabulary.wordFor(language, key)
      expect([word, vocabulary.keyOf(` ${word.toUpperCase()} `)]).toEqual([word, key])
    }
  }
})

test('languages are recognized by what their own speakers call them', () => {
  expect(['Kiswahili', '日本語', 'english', 'Portugues'].map(spoken.keyOf)).toEqual(['sw', 'ja', 'en', 'pt'])
})

test('the English word of a key is the key, which is what the web app shows without words', () => {
  for (const key of promptKeys) expect(prompts.wordFor('en', key)).toBe(key)
  for (const key of interestKeys) expect(interests.wordFor('en', key).toLowerCase()).toBe(key)
})

test('own words stay as they were written, also where code has names like them', () => {
  for (const { keyOf, wordFor } of [interests, prompts, spoken])
    for (const own of ['Sourdough ', 'constructor', '__proto__', ''])
      expect([keyOf(own), wordFor('de', own)]).toEqual([own, own])
})

test('within a sentence only German nouns have a capital', () => {
  expect(languages.map((language) => interests.wordWithin(language, 'cooking'))).toEqual([
    'cooking',
    'Kochen',
    'cuisine',
    'cocina',
    'cozinhar',
    'الطبخ',
  ])
})
