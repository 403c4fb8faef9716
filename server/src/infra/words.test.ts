import { expect, test } from 'vitest'
import { listed, plural } from './words.ts'
import { formatsIn } from './zones.ts'

test('a count has the form of its noun, and its digits are grouped', () => {
  const days = (count: number) => plural(count, { one: '# day', other: '# days' })
  expect([0, 1, 2, 12_000].map(days)).toEqual(['0 days', '1 day', '2 days', '12,000 days'])
})

test('a list reads like a sentence', () => {
  expect([['bio'], ['bio', 'gender'], ['bio', 'gender', 'city']].map(listed)).toEqual([
    'bio',
    'bio and gender',
    'bio, gender, and city',
  ])
})

test('a date is written in the time zone of its reader', () => {
  const at = new Date('2026-11-21T23:46:00Z')
  expect(['Europe/Lisbon', 'Asia/Tokyo', 'unknown'].map((zone) => formatsIn(zone, 'en').day(at))).toEqual([
    'November 21, 2026',
    'November 22, 2026',
    'November 21, 2026',
  ])
  expect(['en-GB', 'en-US', undefined].map((locale) => formatsIn('UTC', 'en', locale).day(at))).toEqual([
    '21 November 2026',
    'November 21, 2026',
    'November 21, 2026',
  ])
  const moment = formatsIn('America/New_York', 'en').moment(at)
  expect(moment.replaceAll('\u202f', ' ')).toBe('November 21, 2026 at 6:46 PM EST')
})
