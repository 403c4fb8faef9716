import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countryCodes } from '../billing/country-codes.ts'
import { isAtRisk } from './at-risk.ts'
import { checkedAt as lawsAsOf, laws } from './criminalized.ts'
import { emergencies } from './emergency-numbers.ts'
import { listed, listedAt } from './listed.ts'
import { countryOfZone } from './time-zones.ts'

const guide = readFileSync(new URL('../../../docs/traveling-safely.md', import.meta.url), 'utf8')

test('members are at risk by their gender or by a wish that isn’t only for the other one of two', () => {
  const concerned = (gender: string | null, ...interestedIn: string[]) => isAtRisk({ gender, interestedIn })
  expect([concerned('woman', 'man'), concerned('Man', 'WOMAN'), concerned(null, 'woman'), concerned('woman')]).toEqual([
    false,
    false,
    false,
    false,
  ])
  for (const [gender, ...wishes] of [
    ['woman', 'woman'],
    ['man', 'woman', 'Man'],
    ['woman', 'man', 'non-binary'],
    ['man', 'agender'],
    ['non-binary', 'man'],
    ['Genderfluid', 'woman'],
  ] as const)
    expect([gender, wishes, concerned(gender, ...wishes)]).toEqual([gender, wishes, true])
})

test('a place or a time zone says that a member is in a listed country', () => {
  expect(listedAt({ country: 'PT', zone: 'Europe/Lisbon' })).toEqual([])
  expect(listedAt({ country: undefined, zone: 'UTC' })).toEqual([])
  expect(listedAt({ country: 'UG', zone: 'UTC' })).toEqual(['UG'])
  expect(listedAt({ country: 'PT', zone: 'Africa/Kampala' })).toEqual(['UG'])
  expect(listedAt({ country: 'IR', zone: 'Asia/Dubai' })).toEqual(['AE', 'IR'])
  // The law of Gaza doesn't apply in the West Bank.
  expect(listedAt({ country: 'PS', zone: 'Asia/Hebron' })).toEqual([])
  expect(listedAt({ country: undefined, zone: 'Asia/Gaza' })).toEqual(['PS'])
})

test('every listed country has a law and zones that browsers know, and the guide names both', () => {
  expect(listed.map(({ country }) => country)).toEqual(laws.map(({ country }) => country))
  for (const { zones } of listed) for (const zone of zones) new Intl.DateTimeFormat('en', { timeZone: zone })
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const rows = laws.map(({ country, law }) => [names.of(country), law])
  const written = guide
    .split('\n')
    .filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Country'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(written.filter(([, , , law]) => law).map(([, country, , law]) => [country, law])).toEqual(rows)
  expect(guide).toContain(lawsAsOf)
})

test('a number can be dialed, and its country exists', () => {
  expect(countryOfZone('Europe/Kyiv')).toBe('UA')
  expect(new Set(emergencies.map(({ country }) => country)).size).toBe(emergencies.length)
  // Kosovo's code is its own choice, which no other table has.
  const known = [...countryCodes, 'XK']
  for (const { country, numbers, lines } of emergencies) {
    expect(known).toContain(country)
    expect(Object.keys(numbers)).not.toEqual([])
    for (const phone of [...Object.values(numbers), ...lines.map((line) => line.phone)])
      expect(phone).toMatch(/^#?\d[\d -]*$/)
  }
})
