import { expect, test } from 'vitest'
import { resemblances } from './rules.ts'

test('a picture or a mailbox is enough, any two others too, and each of these alone is not', () => {
  const shared = (['picture', 'card', 'text', 'device'] as const).map((kind) => ({ other_id: 'all', kind }))
  const found = resemblances([
    ...shared,
    ...shared,
    { other_id: 'picture', kind: 'picture' },
    { other_id: 'text and device', kind: 'text' },
    { other_id: 'text and device', kind: 'device' },
    { other_id: 'card and device', kind: 'card' },
    { other_id: 'card and device', kind: 'device' },
    { other_id: 'card', kind: 'card' },
    { other_id: 'text', kind: 'text' },
    { other_id: 'device', kind: 'device' },
    { other_id: 'person', kind: 'person' },
    { other_id: 'person and device', kind: 'person' },
    { other_id: 'person and device', kind: 'device' },
    { other_id: 'address', kind: 'address' },
  ])
  expect(found.map(({ otherId, weight }) => [otherId, weight])).toEqual([
    ['all', 175],
    ['picture', 60],
    ['text and device', 70],
    ['card and device', 75],
    ['person and device', 60],
    ['address', 60],
  ])
})
