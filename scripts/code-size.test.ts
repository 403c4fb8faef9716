import { expect, test } from 'vitest'
import { excesses, functionLengths, isOwnSource, longLines, sizesOf } from './code-size.ts'

const source = `export const one = () => 1
export function three(): number {
  return 3
}
const two = (list: number[]) =>
  list.map((each) => each as unknown)
`

test('functions are measured from first to last line, except one-liners', () => {
  expect(functionLengths('server/src/x.ts', source)).toEqual([3, 2])
})

test('screens are measured, too', () => {
  expect(functionLengths('web/src/x.tsx', 'function X() {\n  return <p>{1 as number}</p>\n}')).toEqual([3])
})

test('sizes are reported as median, 90th percentile and maximum', () => {
  expect(sizesOf([5, 1, 4, 2, 3, 6, 7, 8, 9, 100])).toEqual({ median: 6, p90: 100, max: 100 })
  expect(sizesOf([])).toEqual({ median: 0, p90: 0, max: 0 })
})

test('what is over its limit is named', () => {
  const most = { median: 10, p90: 20, max: 30 }
  expect(excesses('files', { median: 10, p90: 20, max: 30 }, most)).toEqual([])
  expect(excesses('files', { median: 11, p90: 20, max: 31 }, most)).toEqual([
    'files: median 11, at most 10',
    'files: max 31, at most 30',
  ])
})

test('a line of more than 120 characters is found', () => {
  expect(longLines('a.ts', `${'x'.repeat(120)}\n${'x'.repeat(121)}`)).toEqual(['a.ts:2'])
})

test('tests, demo data and generated files are not measured', () => {
  expect(
    ['server/src/a.ts', 'web/src/b.tsx', 'server/test/a.ts', 'web/src/b.test.ts', 'server/src/seed/a.ts'].filter(
      isOwnSource,
    ),
  ).toEqual(['server/src/a.ts', 'web/src/b.tsx'])
})
