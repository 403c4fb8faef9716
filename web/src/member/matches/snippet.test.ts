import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

test('a snippet starts shortly before the hit, regardless of case and accents', () => {
  expect(snippetOf('See you at Café Luna at eight', 'cafe')).toEqual({
    before: 'See you at ',
    hit: 'Café',
    after: ' Luna at eight',
  })
  expect(snippetOf('We could also take the late ferry to the island', 'FERRY')).toEqual({
    before: '…take the late ',
    hit: 'ferry',
    after: ' to the island',
  })
})

test('a snippet shows the first word that is there, or else the text from its beginning', () => {
  expect(snippetOf('The ferry leaves at ten', 'ten ferry').hit).toBe('ten')
  expect(snippetOf('Hello', 'boat')).toEqual({ before: '', hit: '', after: 'Hello' })
  expect(snippetOf('Cafe\u0301 at ten', 'café')).toEqual({ before: '', hit: 'Cafe\u0301', after: ' at ten' })
})
