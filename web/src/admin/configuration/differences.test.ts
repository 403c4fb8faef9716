import { expect, test } from 'vitest'
import { differences, excerpt } from './differences.ts'

test('a changed value, changed words and a removed section are different kinds of changes', () => {
  const before = {
    brand: 'Kindred',
    wordLists: { hate: ['one', 'two'] },
    prices: { monthly: 100 },
    imprint: { name: 'A' },
  }
  const after = { brand: 'Nest', wordLists: { hate: ['two', 'three'] }, prices: { monthly: 100 }, imprint: undefined }
  expect(differences(before, after)).toEqual([
    { path: ['brand'], kind: 'value', before: 'Kindred', after: 'Nest' },
    { path: ['wordLists', 'hate'], kind: 'words', added: ['three'], removed: ['one'] },
    { path: ['imprint', 'name'], kind: 'value', before: 'A', after: undefined },
  ])
})

test('items of a list are compared by what identifies them', () => {
  const rule = (title: string, text = 'text') => ({ title, text })
  const before = [rule('One'), rule('Two'), rule('Three')]
  expect(differences(before, [rule('Two'), rule('One', 'new'), rule('Four'), rule('Three')])).toEqual([
    { path: ['One', 'text'], kind: 'value', before: 'text', after: 'new' },
    { path: ['Four'], kind: 'added' },
    { path: [], kind: 'order' },
  ])
  expect(differences(before, [rule('One'), rule('Zwei'), rule('Three')])).toEqual([
    { path: ['Zwei', 'title'], kind: 'value', before: 'Two', after: 'Zwei' },
  ])
  expect(differences(before, [rule('One'), rule('Three')])).toEqual([{ path: ['Two'], kind: 'removed' }])
})

test('equal documents have no differences, in whichever order their keys are', () => {
  expect(differences({ one: 1, two: { a: '', b: [] } }, { two: { b: [] }, one: 1 })).toEqual([])
})

test('a setting that only has to be there is a change, an empty section isn’t', () => {
  expect(
    differences({ admission: { join: 'open' } }, { admission: { join: 'open', application: { questions: [] } } }),
  ).toEqual([{ path: ['admission', 'application'], kind: 'added' }])
  expect(differences({}, { house: {} })).toEqual([])
  expect(differences({ house: { distances: [2, 5] } }, { house: { distances: [] } })).toEqual([
    { path: ['house', 'distances'], kind: 'words', added: [], removed: ['2', '5'] },
  ])
})

test('what is shown of a long text has its first difference from the other one', () => {
  const [before, after] = [`${'Be kind. '.repeat(40)}Ask first.`, `${'Be kind. '.repeat(40)}Just write.`]
  expect([excerpt(before, after), excerpt(after, before)]).toEqual([
    '…kind. Be kind. Be kind. Ask first.',
    '…kind. Be kind. Be kind. Just write.',
  ])
  expect(excerpt('x'.repeat(200), `${'x'.repeat(150)}y`)).toBe(`…${'x'.repeat(80)}…`)
  expect([excerpt('Ask first.', 'Ask.'), excerpt(before, undefined)]).toEqual([
    'Ask first.',
    `${'Be kind. '.repeat(9).trim()}…`,
  ])
})
