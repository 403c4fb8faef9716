import { expect, test } from 'vitest'
import { isOver18 } from './over-18.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const on = (day: string) => new Date(`${day}T12:00:00Z`)

test('claims that say 18 or more count, and everything else doesn’t', () => {
  expect(isOver18({ age_over_18: true }, noon)).toBe(true)
  expect(isOver18({ age_over_18: 'true' }, noon)).toBeNull()
  expect(isOver18({ age_equal_or_over: { 18: true } }, noon)).toBe(true)
  expect(isOver18({ age_equal_or_over: { 21: true } }, noon)).toBe(true)
  expect(isOver18({ age_equal_or_over: { 16: true } }, noon)).toBeNull()
  expect(isOver18({ age_equal_or_over: { 16: true, 18: false } }, noon)).toBe(false)
  expect(isOver18({ age_over_18: false, birthdate: '1980-01-01' }, noon)).toBe(false)
  expect(isOver18({ sub: '1', name: 'Mira' }, noon)).toBeNull()
})

test('a date of birth counts from the day on which it makes 18 everywhere', () => {
  expect(isOver18({ birthdate: '2008-03-01' }, noon)).toBe(true)
  expect(isOver18({ birthdate: '2008-03-02' }, noon)).toBe(false)
  // The day begins last twelve hours after it does in UTC.
  expect(isOver18({ birthdate: '2008-03-01' }, new Date('2026-03-01T11:59:59Z'))).toBe(false)
  expect(isOver18({ birthdate: '2008-02-29' }, on('2026-02-28'))).toBe(false)
  expect(isOver18({ birthdate: '2008-02-29' }, on('2026-03-01'))).toBe(true)
})

test('a year of birth counts from the first day on which it is certain', () => {
  expect(isOver18({ birthdate: '2007' }, noon)).toBe(true)
  expect(isOver18({ birthdate: '2008' }, on('2026-12-31'))).toBe(false)
})

test('what isn’t a date of birth says nothing', () => {
  for (const birthdate of ['0000-03-01', '2001-02-29', '1990-13-01', '1990-1-1', '', 'long ago', '2008-03'])
    expect(isOver18({ birthdate }, noon)).toBeNull()
})
