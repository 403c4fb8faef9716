import { decisionStates, decisionTransitions } from '@kindred/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canMove, recommendedStep, restrictionOf } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))

test('the strictest decision in force counts, and the longest limit', () => {
  expect(restrictionOf([])).toEqual({ state: null, limitedUntil: null })
  expect(
    restrictionOf([
      { kind: 'limit', until: at(3) },
      { kind: 'suspend', until: at(2) },
      { kind: 'limit', until: at(9) },
    ]),
  ).toEqual({ state: 'suspended', limitedUntil: at(9) })
  expect(
    restrictionOf([
      { kind: 'deactivate', until: null },
      { kind: 'ban', until: null },
    ]),
  ).toEqual({ state: 'banned', limitedUntil: null })
})

test('what has ended never begins again, and nothing begins without having waited', () => {
  for (const from of decisionStates) {
    expect(canMove(from, 'waiting')).toBe(false)
    expect(canMove(from, 'in_force')).toBe(from === 'waiting')
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...decisionStates), { maxLength: 12 }), (walk) => {
      const path = walk.reduce((seen, to) => (canMove(seen.at(-1)!, to) ? [...seen, to] : seen), [
        'waiting' as const,
      ] as (typeof decisionStates)[number][])
      expect(path.length).toBeLessThanOrEqual(4)
    }),
  )
  expect(decisionTransitions.overturned).toEqual([])
})

test('each strike recommends a stricter step, and what must not happen even once starts higher', () => {
  expect([0, 1, 2, 3, 4, 99].map((strikes) => recommendedStep(strikes).kind)).toEqual([
    'warn',
    'limit',
    'suspend',
    'suspend',
    'ban',
    'ban',
  ])
  expect(recommendedStep(0, 'minor').kind).toBe('ban')
  expect(recommendedStep(0, 'threats').kind).toBe('suspend')
})
