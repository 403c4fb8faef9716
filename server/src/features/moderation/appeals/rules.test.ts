import { expect, test } from 'vitest'
import { appealUntil, rightOf } from './rules.ts'

const made = new Date('2026-03-01T12:00:00Z')
const appeal = { state: 'open', created_at: made, account_id: 'ada', deciders: ['ines'], has_others: true } as const
const alone = { ...appeal, has_others: false }

test.each([
  ['someone else decides', 'omar', appeal, 'now'],
  ['not who made the decision', 'ines', appeal, 'someone-else'],
  ['not who appeals', 'ada', appeal, 'no'],
  ['only once', 'omar', { ...appeal, state: 'upheld' as const }, 'no'],
  ['the only administrator waits', 'ines', alone, 'later'],
])('%s', (_what, viewer, each, may) => {
  expect(rightOf(viewer, each, new Date('2026-03-02T11:59:59Z')).may).toBe(may)
})

test('the only administrator decides after a day', () => {
  expect(rightOf('ines', alone, new Date('2026-03-02T12:00:00Z'))).toEqual({ may: 'now', at: null })
})

test('an appeal is possible for six months', () => {
  expect(appealUntil(made).toISOString()).toBe('2026-09-01T12:00:00.000Z')
})
