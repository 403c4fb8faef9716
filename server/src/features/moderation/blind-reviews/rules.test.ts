import { expect, test } from 'vitest'
import { agreementOf, isSelected } from './rules.ts'

test('0 % draws no decision, 100 % each, and 5 % one in twenty', () => {
  const drawn = (percent: number) => Array.from({ length: 100 }, (_, at) => at).filter((at) => isSelected(percent, at))
  expect([0, 5, 100].map((percent) => drawn(percent).length)).toEqual([0, 5, 100])
})

test('two people agree on the action, on the rule, on both or on nothing', () => {
  const decision = { kind: 'limit', rule: 3 } as const
  expect(agreementOf(decision, { kind: 'limit', rule: 3 })).toEqual({ same_kind: true, same_rule: true })
  expect(agreementOf(decision, { kind: 'warn', rule: 3 })).toEqual({ same_kind: false, same_rule: true })
  expect(agreementOf(decision, { kind: 'limit', rule: 4 })).toEqual({ same_kind: true, same_rule: false })
  expect(agreementOf(decision, { kind: 'none', rule: null })).toEqual({ same_kind: false, same_rule: false })
})
