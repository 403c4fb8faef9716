import { expect, test } from 'vitest'
import { capitalised, fullName, growth, percent } from './stats.ts'

test('percentages are rounded, and a percentage of zero is zero', () => {
  expect([percent(1, 3), percent(2, 3), percent(0, 0), percent(5, 5)]).toEqual([33, 67, 0, 100])
})

test('growth compares this month to the last, and is unknown if the last had none', () => {
  expect(growth({ newThisMonth: 412, newLastMonthSoFar: 378 })).toBe(9)
  expect(growth({ newThisMonth: 0, newLastMonthSoFar: 4 })).toBe(-100)
  expect(growth({ newThisMonth: 4, newLastMonthSoFar: 0 })).toBeNull()
  expect(growth({ newThisMonth: 0, newLastMonthSoFar: 0 })).toBe(0)
})

test('people are named as fully as possible', () => {
  expect(capitalised('not-specified')).toBe('Not-specified')
  expect(fullName({ firstName: 'Zoë', lastName: 'Lindqvist', name: 'Zoë' }, 'Unknown')).toBe('Zoë Lindqvist')
  expect(fullName({ firstName: '', lastName: '', name: 'Zoë' }, 'Unknown')).toBe('Zoë')
  expect(fullName({ firstName: '', lastName: '', name: '' }, 'Unknown')).toBe('Unknown')
})
