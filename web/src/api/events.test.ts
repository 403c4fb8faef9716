import { eventFields, ServerEvent } from '@kindred/contract/events'
import { expect, test } from 'vitest'
import { isServerEvent } from './events.ts'

const samples = Object.entries(eventFields).map(([type, fields]) => ({
  type,
  ...Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kind === 'string' ? 'x' : 1])),
}))

test.each(samples)('an event is parsed as the contract describes it: $type', (sample) => {
  expect(ServerEvent.safeParse(sample).success).toBe(true)
  expect(isServerEvent(sample)).toBe(true)
  for (const name of Object.keys(sample)) {
    const { [name]: _without, ...rest } = { ...sample } as Record<string, unknown>
    expect(isServerEvent(rest)).toBe(false)
    expect(isServerEvent({ ...sample, [name]: null })).toBe(false)
  }
})

test('an event from a newer server is parsed without its new fields, and an unknown one is dropped', () => {
  expect(isServerEvent({ type: 'typing', matchId: 'x', since: 1 })).toBe(true)
  for (const stranger of [undefined, null, 'typing', [], {}, { type: 'toString' }, { type: 'made.up' }])
    expect(isServerEvent(stranger)).toBe(false)
})
