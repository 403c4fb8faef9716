import { expect, test } from 'vitest'
import { ageOn } from './rules.ts'

test.each([
  ['2008-11-20', 18],
  ['2008-11-21', 17],
  ['2008-12-01', 17],
  ['2008-10-31', 18],
  ['2008-02-29', 18],
])('someone born on %s is %i on 20 November 2026', (born, age) => {
  expect(ageOn(born, new Date('2026-11-20T12:00:00Z'))).toBe(age)
})

test('someone born on a leap day turns a year older on March 1', () => {
  expect(ageOn('2008-02-29', new Date('2026-02-28T12:00:00Z'))).toBe(17)
  expect(ageOn('2008-02-29', new Date('2026-03-01T00:00:00Z'))).toBe(18)
})
