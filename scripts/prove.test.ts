import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Chapter } from './asvs.ts'
import { testsIn } from './named-tests.ts'
import { asvsLines, outcomeOf, sectionLines, threatLines } from './proof-report.ts'
import { fromPlaywright, fromVitest, measuredIn, sectionsOf, store, stored } from './proof-results.ts'

const assertions = (...each: [string, string][]) => each.map(([title, status]) => ({ title, status }))
const results = [
  ...fromVitest({
    testResults: [
      {
        name: '/anywhere/server/test/doors.test.ts',
        message: '',
        assertionResults: assertions(
          ['a door opens for Ada', 'passed'],
          ['a door opens for Ben', 'failed'],
          ['a lock holds', 'passed'],
          ['a bell rings', 'skipped'],
        ),
      },
      { name: '/anywhere/server/test/broken.test.ts', message: 'It does not compile', assertionResults: [] },
    ],
  }),
  ...fromPlaywright({
    suites: [{ suites: [{ specs: [{ title: 'a page opens', ok: true, file: 'pages.spec.ts' }] }] }],
  }),
]
const outcome = (cell: string) => outcomeOf(testsIn(cell)![0]!, results)

test('a test passed if all of its cases did, and skipped tests are not counted as passed', () => {
  expect(outcome('`doors.test.ts` · a lock holds')).toBe('passed')
  expect(outcome('`doors.test.ts` · a door opens for %s')).toBe('failed')
  expect(outcome('`doors.test.ts` · a bell rings')).toBe('not run here')
  expect(outcome('`windows.test.ts` · a lock holds')).toBe('not run here')
  expect(outcome('`broken.test.ts` · It does not')).toBe('failed')
  expect(outcome('`pages.spec.ts` · a page opens')).toBe('passed')
})

test('a threat or requirement has the result of its worst test', () => {
  const tests = (cell: string) => testsIn(cell)!
  const mixed = '`doors.test.ts` · a lock holds<br>`doors.test.ts` · a bell rings'
  expect(threatLines([{ threat: 'A thief', tests: tests(mixed) }], results)).toEqual([
    '  – A thief',
    '      ✓ doors.test.ts · a lock holds',
    '      – doors.test.ts · a bell rings',
  ])
  const requirement = (id: string, cell: string) => ({
    id,
    level: '1',
    asks: 'Doors',
    met: { kind: 'tests' as const, tests: tests(cell) },
  })
  const chapter: Chapter = {
    title: 'V1 Doors',
    requirements: [
      requirement('V1.1.1', '`doors.test.ts` · a lock holds'),
      requirement('V1.1.2', '`doors.test.ts` · a door opens'),
      requirement('V1.1.3', mixed),
      { id: 'V1.1.4', level: '2', asks: 'Moats', met: { kind: 'does not apply', reason: 'no castle' } },
      { id: 'V1.1.5', level: '2', asks: 'Alarms', met: { kind: 'open', reason: 'there is none' } },
    ],
  }
  const lines = asvsLines([chapter], results)
  expect(lines).toContain('  ✗ V1.1.2 Doors')
  expect(lines.find((line) => line.startsWith('  V1 Doors'))).toMatch(/ 1 +1 +1 +1 +1$/)
  expect(lines.slice(-2)).toEqual(['Open:', '  V1.1.5 Alarms: there is none'])
})

test('measurements are stored by section, and each keeps its last result', () => {
  const output =
    '\u001b[90mstdout\u001b[2m | server/test/doors.test.ts\u001b[2m > \u001b[22ma lock holds\nproof: 9 of 9 locks\n\n'
  const folder = mkdtempSync(join(tmpdir(), 'kindred-proofs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = new Date('2026-11-20T09:00:00Z')
  store(sectionsOf(results, measuredIn(output), 'abc1234', at), folder)
  store(sectionsOf([{ file: 'pages.spec.ts', title: 'a page opens', passed: false }], new Map(), 'def5678', at), folder)
  expect(sectionLines(stored(folder))).toEqual([
    '  ✗ broken: 0 passed, 1 failed (abc1234, 2026-11-20)',
    '  ✗ doors: 2 passed, 1 failed (abc1234, 2026-11-20)',
    '      9 of 9 locks',
    '  ✗ pages.spec: 0 passed, 1 failed (def5678, 2026-11-20)',
  ])
})
