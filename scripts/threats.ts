import { readFileSync } from 'node:fs'
import { rowsOf, testsIn, type NamedTest } from './named-tests.ts'

/** A row of docs/security.md: a threat, and the tests that fail without its protection. */
export type Threat = { threat: string; tests: NamedTest[] | null }

export const threats = (page: string = readFileSync('docs/security.md', 'utf8')): Threat[] =>
  rowsOf(page).map(([threat = '', , tests = '']) => ({ threat, tests: testsIn(tests) }))
