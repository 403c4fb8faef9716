import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { plain } from './steps.ts'

// Test results by section. A section has the name of its test file, such as overload, or sessions.spec for a journey.

export type Result = { file: string; title: string; passed: boolean }
/** The last known result of a section: its commit and date, which tests passed, and their measurements. */
export type Section = { section: string; commit: string; at: string; results: Result[]; measured: string[] }

export const sectionOf = (file: string): string => basename(file).replace(/(?:\.test)?\.ts$/, '')

type VitestReport = {
  testResults: { name: string; message: string; assertionResults: { title: string; status: string }[] }[]
}
type Suite = { specs?: { title: string; ok: boolean; file: string }[]; suites?: Suite[] }

/** A file that fails before its first test counts as one failed test. */
export const fromVitest = ({ testResults }: VitestReport): Result[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const file = basename(name)
    if (assertionResults.length === 0 && message) return [{ file, title: message, passed: false }]
    return assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, status }) => ({ file, title, passed: status === 'passed' }))
  })

export const fromPlaywright = ({ specs = [], suites = [] }: Suite): Result[] => [
  ...specs.map(({ title, ok, file }) => ({ file: basename(file), title, passed: ok })),
  ...suites.flatMap(fromPlaywright),
]

/** The measurements that each file's tests printed, after the line that names the test. */
export function measuredIn(output: string): Map<string, string[]> {
  const measured = new Map<string, string[]>()
  let section = ''
  for (const line of plain(output).split('\n')) {
    section = sectionOf(/^stdout \| (\S+)/.exec(line)?.[1] ?? section)
    if (line.startsWith('proof:')) measured.set(section, [...(measured.get(section) ?? []), line.slice(6).trim()])
  }
  return measured
}

/** The commit under test, and whether there are uncommitted changes. */
export function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : '')
  } catch {
    return 'no commit'
  }
}

export function sectionsOf(results: Result[], measured: Map<string, string[]>, commit: string, at: Date): Section[] {
  const names = [...new Set(results.map(({ file }) => sectionOf(file)))]
  return names.map((section) => ({
    section,
    commit,
    at: at.toISOString(),
    results: results.filter(({ file }) => sectionOf(file) === section),
    measured: measured.get(section) ?? [],
  }))
}

const FOLDER = '.data/proofs'

export function store(sections: readonly Section[], folder = FOLDER): void {
  mkdirSync(folder, { recursive: true })
  for (const each of sections) writeFileSync(join(folder, `${each.section}.json`), JSON.stringify(each, null, 1))
}

export const stored = (folder = FOLDER): Section[] =>
  existsSync(folder)
    ? globSync(join(folder, '*.json'))
        .sort()
        .map((file): Section => JSON.parse(readFileSync(file, 'utf8')))
    : []
