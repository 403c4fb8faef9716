import { expect, test } from 'vitest'
import { shortened } from './rules.ts'

test('an IP address is shortened to the half shared by many', () => {
  expect(shortened('203.0.113.77')).toBe('203.0.•.•')
  expect(shortened('::ffff:203.0.113.77')).toBe('203.0.•.•')
  expect(shortened('2001:db8:85a3::8a2e:370:7334')).toBe('2001:db8:•')
  expect(shortened('')).toBe('')
})
