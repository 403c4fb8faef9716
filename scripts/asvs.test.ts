import { expect, test } from 'vitest'
import { chapterIn, chapters, expected, levels, metBy } from './asvs.ts'
import { missing } from './named-tests.ts'

test('the levels are those of the standard: 70, 183 and 92 requirements', () => {
  const all = Object.values(levels).join('')
  expect(['1', '2', '3'].map((level) => [...all].filter((each) => each === level).length)).toEqual([70, 183, 92])
})

test('every requirement of levels 1 and 2 is listed once, in order, with its level', () => {
  const listed = chapters().flatMap(({ requirements }) => requirements.map(({ id, level }) => `${id} ${level}`))
  expect(listed).toEqual(expected())
})

test("every requirement has a text, and names its tests, why it doesn't apply, or what is missing", () => {
  const all = chapters().flatMap(({ requirements }) => requirements)
  expect(all.filter(({ asks, met }) => asks.length < 10 || met === null)).toEqual([])
})

test('every listed test exists', () => {
  const all = chapters().flatMap(({ requirements }) => requirements)
  expect(missing(all.flatMap(({ met }) => (met?.kind === 'tests' ? met.tests : [])))).toEqual([])
})

// The rules themselves must fail where they should.

test.each([
  '',
  'yes',
  'open',
  'open:',
  'open: ',
  'does not apply: ',
  'n/a: no XML',
  '`a.test.ts`',
  'a.test.ts · holds',
])('a cell that says %j is found', (cell) => {
  const head = '# V1\n\n| requirement | level | asks | met |\n| --- | --- | --- | --- |\n'
  const page = `${head}| V1.1.1 | 2 | asks | ${cell} |\n`
  expect(metBy(cell)).toBeNull()
  expect(chapterIn(page).requirements).toMatchObject([{ id: 'V1.1.1', level: '2', met: null }])
})
