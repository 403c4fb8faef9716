import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Arabic runs from right to left. Styles for the start or end of a line follow the direction, but styles for left or
// right don’t, so only starts and ends are allowed. The journeys in Arabic (e2e/prove/right-to-left.spec.ts) check the
// result.

const side = '(left|right)'
const inStyles = new RegExp(
  [
    String.raw`(?<![\w-])((margin|padding|border|inset)-)?${side}(-\w+)*\s*:`,
    String.raw`border-(top|bottom)-${side}-radius`,
    String.raw`(text-align|float|clear)\s*:\s*${side}`,
    String.raw`gradient\(\s*to [a-z ]*\b${side}\b`,
  ].join('|'),
  'g',
)
const inClasses = new RegExp(
  String.raw`(?<![\w-])-?(scroll-)?([mp][lr]|left|right|border-[lr]|rounded-([lr]|[tb][lr]))-(\d|\[|px|auto|full)` +
    String.raw`|(?<![\w-])(text|float|clear)-${side}(?![\w-])|bg-(linear|gradient)-to-[tb]?[lr]\b` +
    String.raw`|\.style\.(\w+(Left|Right)|left|right)\b|style=\{\{[^}]*\b(left|right|\w+(Left|Right))\s*:`,
  'g',
)

const physical = (file: string, source: string): string[] => {
  const plain = source.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return [...plain.matchAll(file.endsWith('.css') ? inStyles : inClasses)]
    .filter(({ index }) => !/(rtl|ltr):[\w[\]:-]*$/.test(plain.slice(0, index)))
    .map(({ index, 0: text }) => `${file}:${plain.slice(0, index).split('\n').length}: ${text}`)
}

test('styles name starts and ends of lines, not left and right', () => {
  const files = globSync('web/src/**/*.{css,ts,tsx}', { exclude: (path) => path.endsWith('.test.ts') })
  expect(files.flatMap((file) => physical(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('a side is found, unless it depends on the direction', () => {
  const found = (file: string, source: string) => physical(file, source).length
  expect(found('a.css', '.a { margin-left: 1px; left: 0; text-align: right; inset-inline-start: 0 }')).toBe(3)
  expect(found('a.tsx', '<p className="mt-2 phone:ml-2 ms-2 rtl:-left-2" style={{ left: 0 }} />')).toBe(2)
})
