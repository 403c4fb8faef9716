import { expect, test } from 'vitest'
import { missing, testsIn, titlesIn } from './named-tests.ts'
import { threats } from './threats.ts'

test('every threat in docs/security.md names an existing test', () => {
  const rows = threats()
  expect(rows.length).toBeGreaterThan(35)
  expect(rows.filter(({ tests }) => tests === null)).toEqual([])
  expect(missing(rows.flatMap(({ tests }) => tests ?? []))).toEqual([])
})

test('a missing test is found, and so is one that is only mentioned', () => {
  const titlesOf = new Map([['a.test.ts', titlesIn("// what holds\ntest('one holds', () => { expect('two hold') })")]])
  const named = testsIn('`a.test.ts` · one holds<br>`a.test.ts` · two hold<br>`b.test.ts` · one holds')!
  expect(missing(named, titlesOf)).toEqual(named.slice(1))
  expect(['', 'soon', '`a.test.ts` · ', '`a.test.ts` · one<br>', '`a.ts` · one'].map(testsIn)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
