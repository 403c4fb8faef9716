import { expect, test } from 'vitest'
import { missingIn, parts } from './completeness.ts'

const nothing = { bio: null, prompts: [], interests: [], intention: null, photoChecked: false, pictures: [] }

test('a profile lacks each part that is empty, and none once all are filled in', () => {
  expect(missingIn(nothing)).toEqual(parts)
  const photo = { alt: 'Me on a pier' }
  const some = { ...nothing, bio: 'Hello', interests: ['choir', 'tea'], pictures: [photo, { alt: '' }] }
  expect(missingIn(some)).toEqual(['photos', 'descriptions', 'verification', 'prompts', 'interests', 'intention'])
  const prompts = [{ question: 'A perfect Sunday', answer: 'Bread' }]
  const whole = {
    ...some,
    prompts,
    interests: ['choir', 'tea', 'bread'],
    photoChecked: true,
    intention: 'open' as const,
  }
  expect(missingIn({ ...whole, pictures: [photo, photo, photo] })).toEqual([])
})
