import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

// Tests as our documents name them: `file.test.ts` · the beginning of the title, several of them separated by <br>.

export type NamedTest = { file: string; name: string }

const oneTest = /^`([\w-]+\.(?:test|spec)\.ts)` · (\S.*)$/

/** The tests named in a table cell, or null if the cell says something else. */
export function testsIn(cell: string): NamedTest[] | null {
  const named = cell.split('<br>').map((part) => oneTest.exec(part.trim()))
  return named.every((found) => found !== null) ? named.map(([, file = '', name = '']) => ({ file, name })) : null
}

/** The body rows of a page's tables, as cells. */
export const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line, at, all) => line.startsWith('|') && !isRule(line) && !isRule(all[at + 1] ?? ''))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const isRule = (line: string): boolean => /^\|[ :|-]+\|$/.test(line)

/** Titles of tests and groups: a string as first argument, followed by a function, with or without a tag between. */
const titles = /\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1,\s*(?:anySize,\s*)?(?:async\s*)?\(/g

export const titlesIn = (source: string): string[] => [...source.matchAll(titles)].map(([, , title = '']) => title)

/** The titles in every test file by file name; rooms may use the same name twice. */
export function allTitles(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const files = globSync(['{server,contract,web,scripts,e2e}/**/*.{test,spec}.ts', '*.test.ts'], {
    exclude: ['**/node_modules/**'],
  })
  for (const path of files)
    found.set(basename(path), [...(found.get(basename(path)) ?? []), ...titlesIn(readFileSync(path, 'utf8'))])
  return found
}

/** Tests that a document names but that don't exist. */
export const missing = (named: readonly NamedTest[], titlesOf: ReadonlyMap<string, string[]> = allTitles()) =>
  named.filter(({ file, name }) => !titlesOf.get(file)?.some((title) => title.includes(name)))
