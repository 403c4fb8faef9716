import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Faculty', [], 'faculty'],
  ['Faculty', ['faculty', 'faculty-2'], 'faculty-3'],
  ['  École d’été! ', [], 'ecole-d-ete'],
  ['الكلية', [], 'field'],
  ['الكلية', ['field'], 'field-2'],
  ['A very long label that goes on and on and on', [], 'a-very-long-label-that-goes-on-and-o'],
])('the label “%s” with %j taken has the ID %s', (label, taken, id) => {
  expect(slugOf(label, taken, 'field')).toBe(id)
})
