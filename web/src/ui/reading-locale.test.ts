import { expect, test } from 'vitest'
import { readingLocale } from './reading-locale.ts'

const at = new Date('2026-11-21T10:46:00Z')
const written = (language: string, preferred: string[]) =>
  new Intl.DateTimeFormat(readingLocale(language, preferred), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })
    .format(at)
    .replaceAll('\u202f', ' ')

test.each([
  [['en-GB', 'en'], '21 Nov, 10:46'],
  [['en-US'], 'Nov 21, 10:46 AM'],
  [['en-AU'], '21 Nov, 10:46 am'],
  // English texts use the date order and clock of the reader's region.
  [['de-DE', 'en-US'], '21 Nov, 10:46'],
  [['fr'], '21 Nov, 10:46'],
  [['pt-BR'], '21 Nov, 10:46 am'],
  [[], 'Nov 21, 10:46 AM'],
  [['not a language'], 'Nov 21, 10:46 AM'],
])('a reader of %j sees dates and times as %s', (preferred, expected) => {
  expect(written('en', preferred)).toBe(expected)
})

test.each([
  ['de', ['de-AT'], 'de-AT'],
  ['de', ['en-AT', 'de'], 'de-AT'],
  ['de', ['ja-JP'], 'de'],
  ['ar', ['ar-EG', 'en'], 'ar-EG'],
  ['ar', ['de-DE'], 'ar'],
  ['pt-BR', ['pt-PT'], 'pt-PT'],
  ['pt-BR', ['en-US'], 'pt-BR'],
  ['en-XA', ['de-DE'], 'en-DE'],
  ['fr', ['not a language'], 'fr'],
])('texts in %s have the formats of a reader of %j: %s', (language, preferred, expected) => {
  expect(readingLocale(language, preferred)).toBe(expected)
})
