import { expect, test } from 'vitest'
import { defaults, patternsOf } from '../../operations/index.ts'
import { partsOf, priorityOf } from './rules.ts'

const of = (type: 'Other' | 'Harassment' | 'Bug Report', description: string, earlierAboutThem = 0) =>
  priorityOf(partsOf({ type, description, earlierAboutThem }, patternsOf(defaults.wordLists)))

test.each([
  ['He says she is only 15 years old', 'critical'],
  ['She sent my nudes around', 'critical'],
  ['They threatened me', 'critical'],
  ['This is a scam with gift cards', 'high'],
  ['Something is odd about the page', 'other'],
])('%s is %s, whatever the type says', (description, priority) => {
  expect(of('Other', description)).toBe(priority)
})

test('type and account history decide the rest', () => {
  expect(of('Harassment', 'Writes again and again')).toBe('high')
  expect(of('Bug Report', 'The button does nothing')).toBe('medium')
  expect(of('Other', 'Rude to me', 4)).toBe('high')
})
