import { expect, test } from 'vitest'
import { resemblances } from './rules.ts'

test('a picture is enough, a text with a device too, and either alone is not', () => {
  const shared = (['picture', 'text', 'device'] as const).map((kind) => ({ other_id: 'all', kind }))
  const found = resemblances([
    ...shared,
    ...shared,
    { other_id: 'picture', kind: 'picture' },
    { other_id: 'text and device', kind: 'text' },
    { other_id: 'text and device', kind: 'device' },
    { other_id: 'text', kind: 'text' },
    { other_id: 'device', kind: 'device' },
  ])
  expect(found.map(({ otherId, weight }) => [otherId, weight])).toEqual([
    ['all', 130],
    ['picture', 60],
    ['text and device', 70],
  ])
})
