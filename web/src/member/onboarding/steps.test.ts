import { expect, test } from 'vitest'
import { after, before, firstOpen, listIn } from './steps.ts'

const nothing = {
  gender: null,
  dateOfBirth: '1990-01-01',
  interestedIn: [],
  location: { city: null, country: null },
  pictures: [],
}

test('onboarding continues where the member left off', () => {
  expect(firstOpen(nothing)).toBe('about')
  expect(firstOpen({ ...nothing, gender: 'woman' })).toBe('looking-for')
  expect(firstOpen({ ...nothing, gender: 'woman', dateOfBirth: null })).toBe('about')
  expect(firstOpen({ ...nothing, gender: 'woman', interestedIn: ['man'] })).toBe('place')
  expect(
    firstOpen({ ...nothing, gender: 'woman', interestedIn: ['man'], location: { city: 'Lisbon', country: null } }),
  ).toBe('photos')
})

test('the steps follow each other', () => {
  expect([before('about'), after('about'), after('words')]).toEqual([undefined, 'looking-for', undefined])
})

test('a list is split at commas, without duplicates', () => {
  expect(listIn('Choir, bread\n choir ,, Hiking ')).toEqual(['choir', 'bread', 'Hiking'])
  expect(listIn('')).toEqual([])
})
