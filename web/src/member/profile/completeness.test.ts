import { expect, test } from 'vitest'
import { nextPart } from './completeness.ts'

const basics = {
  height: null,
  children: null,
  smoking: null,
  drinking: null,
  diet: null,
  religion: null,
  education: null,
  work: null,
}
const nothing = {
  bio: null,
  prompts: [],
  interests: [],
  intention: null,
  photoChecked: false,
  pictures: [],
  basics,
  voice: null,
}

test('a profile is asked for one part after another, until nothing is missing', () => {
  const photo = { alt: 'Me on a pier' }
  const answers: [string, object][] = [
    ['photos', { pictures: [photo, photo, { alt: '' }] }],
    ['bio', { bio: 'Hello' }],
    ['prompts', { prompts: [{ question: 'A perfect Sunday', answer: 'Bread' }] }],
    ['interests', { interests: ['choir', 'tea', 'bread'] }],
    ['intention', { intention: 'open' }],
    ['descriptions', { pictures: [photo, photo, photo] }],
    ['verification', { photoChecked: true }],
    ['basics', { basics: { ...basics, height: 170, work: 'Baker', diet: 'vegan' } }],
    ['voice', { voice: {} }],
  ]
  let user: typeof nothing = nothing
  for (const [part, answer] of answers) {
    expect(nextPart(user)).toBe(part)
    user = { ...user, ...answer }
  }
  expect(nextPart(user)).toBeUndefined()
  // Two basics aren't many.
  expect(nextPart({ ...user, basics: { ...basics, height: 170, work: 'Baker' } })).toBe('basics')
})
