import { expect, test } from 'vitest'
import { assertDays, atMoment, type StoredTrip } from './rules.ts'

const trip = (id: string, from: string, to: string): StoredTrip => ({
  id,
  city: 'Porto',
  country: 'Portugal',
  from,
  to,
})
const [june, july] = [trip('june', '2027-06-03', '2027-06-05'), trip('july', '2027-07-01', '2027-07-01')]
const at = (moment: string, zone = 'UTC') => {
  const { left, running, changesAt } = atMoment([july, june], zone, new Date(moment))
  return [left.map(({ id }) => id).join(' '), running?.id ?? '', changesAt?.toISOString() ?? '']
}

test('a trip runs from its first midnight to the one after its last day', () => {
  expect(at('2027-06-02T23:59:59Z')).toEqual(['june july', '', '2027-06-03T00:00:00.000Z'])
  expect(at('2027-06-03T00:00:00Z')).toEqual(['june july', 'june', '2027-06-06T00:00:00.000Z'])
  expect(at('2027-06-05T23:59:59Z')).toEqual(['june july', 'june', '2027-06-06T00:00:00.000Z'])
  expect(at('2027-06-06T00:00:00Z')).toEqual(['july', '', '2027-07-01T00:00:00.000Z'])
  expect(at('2027-07-02T00:00:00Z')).toEqual(['', '', ''])
})

test('its days are those of the member’s time zone', () => {
  expect(at('2027-06-02T12:00:00Z', 'Pacific/Auckland')).toEqual(['june july', 'june', '2027-06-05T12:00:00.000Z'])
  expect(at('2027-06-03T06:59:59Z', 'America/Los_Angeles')).toEqual(['june july', '', '2027-06-03T07:00:00.000Z'])
  const evening = new Date('2027-06-03T02:00:00Z')
  const today = { from: '2027-06-02', to: '2027-06-02' }
  expect(() => assertDays(today, 'America/Los_Angeles', evening)).not.toThrow()
  expect(() => assertDays(today, 'UTC', evening)).toThrow('Choose today or a later day.')
})
