import { expect, test } from 'vitest'
import { listIn } from '../../ui/list-in.ts'
import { ALL_STEPS, JOIN_STEPS } from '../../ui/step-count.ts'
import { after, before, firstOpen, numberOf, sliderEnd, stepsOf, suggestedRange } from './steps.ts'

const everyone = { ageMin: 18, ageMax: 120, distance: null }
const nothing = {
  gender: null,
  dateOfBirth: '1990-01-01',
  interestedIn: [],
  location: { city: null, country: null },
  pictures: [],
  preferences: everyone,
  intention: null,
  interests: [],
}

test('onboarding continues where the member left off', () => {
  expect(firstOpen(nothing)).toBe('about')
  expect(firstOpen({ ...nothing, gender: 'woman' })).toBe('looking-for')
  expect(firstOpen({ ...nothing, gender: 'woman', dateOfBirth: null })).toBe('birthday')
  const wanted = { ...nothing, gender: 'woman', interestedIn: ['man'] }
  expect(firstOpen(wanted)).toBe('range')
  expect(firstOpen({ ...wanted, preferences: { ageMin: 19, ageMax: 35, distance: 50 } })).toBe('place')
  expect(firstOpen({ ...wanted, preferences: { ageMin: 19, ageMax: 35, distance: 50 }, hasOpenFields: true })).toBe(
    'fields',
  )
  const placed = { ...wanted, location: { city: 'Lisbon', country: null } }
  expect(firstOpen(placed)).toBe('photos')
  expect(firstOpen({ ...placed, pictures: [1], intention: 'friends', interests: ['choir'] })).toBe('words')
})

test('the steps follow each other', () => {
  const known = stepsOf({ dateOfBirth: '1990-01-01' })
  expect([before('about', known), after('about'), after('words')]).toEqual([undefined, 'looking-for', undefined])
  expect(known).toHaveLength(8)
  // A community with questions of its own asks them before the place, which completes the profile.
  const withFields = stepsOf({ dateOfBirth: '1990-01-01', hasFields: true })
  expect([after('range', known), after('range', withFields), after('fields', withFields)]).toEqual([
    'place',
    'fields',
    'place',
  ])
  // Those who joined through a provider say first when they were born.
  expect([...stepsOf({ dateOfBirth: null })].slice(0, 2)).toEqual(['birthday', 'about'])
})

test('the profile continues the count of joining, and ends it', () => {
  const profile = stepsOf({ dateOfBirth: '1990-01-01' })
  expect(profile.map(numberOf)).toEqual(profile.map((_step, index) => JOIN_STEPS + 1 + index))
  expect(numberOf('words')).toBe(ALL_STEPS)
  expect(numberOf('birthday')).toBe(JOIN_STEPS)
  expect(numberOf('fields')).toBe(numberOf('place'))
})

test('the slider of ages ends at 60+, or five years above an older range', () => {
  expect(sliderEnd({ ageMin: 24, ageMax: 40, distance: 50 })).toBe(60)
  expect(sliderEnd({ ageMin: 30, ageMax: 120, distance: 50 })).toBe(60)
  expect(sliderEnd({ ageMin: 55, ageMax: 71, distance: 50 })).toBe(75)
  expect(sliderEnd({ ageMin: 110, ageMax: 120, distance: 50 })).toBe(115)
})

test('a new member is offered people within eight years and 50 km, never below 18', () => {
  const offered = (age: number | null) => suggestedRange({ age, preferences: everyone })
  expect(offered(27)).toEqual({ ageMin: 19, ageMax: 35, distance: 50 })
  expect(offered(20)).toEqual({ ageMin: 18, ageMax: 28, distance: 50 })
  expect(offered(118)).toEqual({ ageMin: 110, ageMax: 120, distance: 50 })
  expect(offered(null)).toEqual({ ...everyone, distance: 50 })
  const chosen = { ageMin: 30, ageMax: 40, distance: null }
  expect(suggestedRange({ age: 27, preferences: chosen })).toBe(chosen)
})

test('a list is split at commas, without duplicates', () => {
  expect(listIn('Choir, bread\n choir ,, Hiking ')).toEqual(['choir', 'bread', 'Hiking'])
  expect(listIn('')).toEqual([])
})
