import { expect, test } from 'vitest'
import { acceptedLanguages, languageFrom, languageOf } from './languages.ts'

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['AR_eg', 'ar'],
  ['en-GB', 'en'],
  ['nl', undefined],
  ['', undefined],
  ['*', undefined],
])('%j is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})

test('the most wanted language that we have is the first of the header', () => {
  expect(acceptedLanguages('en;q=0.5, nl, fr-CA;q=0.8, de;q=0')).toEqual(['nl', 'fr-CA', 'en'])
  expect(languageFrom(acceptedLanguages('en;q=0.5, nl, fr-CA;q=0.8, de;q=0'))).toBe('fr')
  expect(languageFrom(acceptedLanguages('*'))).toBeUndefined()
  expect(languageFrom(acceptedLanguages(';;,,q=1,'))).toBeUndefined()
})
