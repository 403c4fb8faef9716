import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rowsOf } from './named-tests.ts'

/** Strips whatever a formatter decides. */
const bare = (text: string): string => text.replace(/\s+/g, ' ')
const holds = (file: string, text: string): boolean => bare(readFileSync(file, 'utf8')).includes(bare(text))

test('every measure in docs/measures.md matches the code', () => {
  const rows = rowsOf(readFileSync('docs/measures.md', 'utf8'))
  expect(rows.length).toBeGreaterThan(50)
  const wrong = rows.filter(([, , place = '']) => {
    const [, file, text] = /^`([\w/.-]+)` · `(.+)`$/.exec(place) ?? []
    return !file || !text || !holds(file, text)
  })
  expect(wrong).toEqual([])
})

test('a measure that changed in the code is found', () => {
  expect(holds('server/src/features/identity/sessions/rules.ts', 'member: { idle: days(15)')).toBe(false)
})
