import { expect, test } from 'vitest'
import { assertionsIn, codeFiles, MOST_ASSERTIONS } from './measures-of-code.ts'

const found = (source: string, file = 'web/src/x.tsx') =>
  assertionsIn(new Map([[file, source]])).get(file.split('/')[0] ?? '')

test('casts and non-null assertions are counted by folder', () => {
  const files = new Map([
    ['web/src/a.tsx', 'const a = <p>{(b as C).d!}</p>\nlet later!: string'],
    ['web/src/b.ts', 'const e = <F>g'],
    ['bench/c.ts', 'const h = i as unknown as J'],
  ])
  expect([...assertionsIn(files)].map(([folder, { casts, nonNull }]) => [folder, casts, nonNull])).toEqual([
    ['web', 2, 2],
    ['bench', 2, 0],
  ])
})

test('lookalikes are not counted', () => {
  const source = `import { a as b } from './a.ts'
import * as c from './c.ts'
export { b as d }
const e = ['as string', 'f!'] as const
const g = !e.length && c !== b // as it is!
const h = { i: 1 } satisfies object`
  expect(found(source)).toEqual({ casts: 0, nonNull: 0, unexplained: [] })
})

test('a comment on the same line or the one above explains each', () => {
  expect(found('// There are always two.\nconst a = b[0]!\nconst c = d as E // It came from F.')?.unexplained).toEqual(
    [],
  )
  expect(found('// Far away.\n\nconst a = b[0]!\nconst c = d as E')?.unexplained).toEqual([
    'web/src/x.tsx:3',
    'web/src/x.tsx:4',
  ])
})

test('few types are asserted, and each assertion is explained', () => {
  const folders = Object.fromEntries(assertionsIn(codeFiles()))
  expect(Object.keys(folders).toSorted()).toEqual(['bench', 'contract', 'scripts', 'server', 'web'])
  const counts = Object.values(folders)
  expect(counts.flatMap(({ unexplained }) => unexplained)).toEqual([])
  expect(counts.reduce((sum, { casts }) => sum + casts, 0)).toBeLessThanOrEqual(MOST_ASSERTIONS)
  expect(counts.reduce((sum, { nonNull }) => sum + nonNull, 0)).toBeLessThanOrEqual(MOST_ASSERTIONS)
})
