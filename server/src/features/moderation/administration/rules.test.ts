import { expect, test } from 'vitest'
import { groupGenders } from './rules.ts'

test('custom genders of fewer than five people are counted together', () => {
  const counted = [
    { gender: 'genderfluid', count: 2 },
    { gender: 'agender', count: 1 },
    { gender: 'demigirl', count: 5 },
    { gender: 'not-specified', count: 4 },
    { gender: 'man', count: 3 },
    { gender: 'woman', count: 9 },
  ]
  expect(groupGenders(counted)).toEqual([
    { gender: 'woman', count: 9 },
    { gender: 'man', count: 3 },
    { gender: 'demigirl', count: 5 },
    { gender: 'other', count: 3 },
    { gender: 'not-specified', count: 4 },
  ])
  expect(groupGenders([])).toEqual([])
})
