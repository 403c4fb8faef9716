import type { Chapter, Requirement } from './asvs.ts'
import type { NamedTest } from './named-tests.ts'
import type { Result, Section } from './proof-results.ts'
import type { Threat } from './threats.ts'

// The output of npm run prove: each threat and each requirement with the results of its tests.

export type Outcome = 'passed' | 'failed' | 'not run here'
const marks: Record<Outcome, string> = { passed: '✓', failed: '✗', 'not run here': '–' }

/** If a name matches several tests, such as the rows of a table, all of them must pass. */
export function outcomeOf({ file, name }: NamedTest, results: readonly Result[]): Outcome {
  const found = results.filter((each) => each.file === file && each.title.includes(withoutCases(name)))
  if (found.length === 0) return 'not run here'
  return found.every(({ passed }) => passed) ? 'passed' : 'failed'
}

/** The title up to the placeholder of a table's rows. */
const withoutCases = (name: string): string => name.replace(/(?:%[sjd]|\$\{).*/s, '')

function together(tests: readonly NamedTest[], results: readonly Result[]): Outcome {
  const outcomes = tests.map((test) => outcomeOf(test, results))
  return outcomes.find((each) => each === 'failed') ?? outcomes.find((each) => each === 'not run here') ?? 'passed'
}

const named = (tests: readonly NamedTest[], results: readonly Result[]): string[] =>
  tests.map((test) => `      ${marks[outcomeOf(test, results)]} ${test.file} · ${test.name}`)

export const threatLines = (threats: readonly Threat[], results: readonly Result[]): string[] =>
  threats.flatMap(({ threat, tests }) => [
    `  ${marks[together(tests ?? [], results)]} ${threat}`,
    ...named(tests ?? [], results),
  ])

function requirementLines({ id, asks, met }: Requirement, results: readonly Result[]): string[] {
  if (met?.kind !== 'tests')
    return [`  ${met?.kind === 'open' ? '○' : ' '} ${id} ${asks}: ${met?.kind}: ${met?.reason}`]
  return [`  ${marks[together(met.tests, results)]} ${id} ${asks}`, ...named(met.tests, results)]
}

const kinds = ['passed', 'failed', 'not run here', 'does not apply', 'open'] as const

const countsOf = (requirements: readonly Requirement[], results: readonly Result[]): number[] => {
  const each = requirements.map(({ met }) => (met?.kind === 'tests' ? together(met.tests, results) : met?.kind))
  return kinds.map((kind) => each.filter((one) => one === kind).length)
}

const row = (title: string, counts: readonly (number | string)[]): string =>
  `  ${title.padEnd(42)}${kinds.map((kind, at) => String(counts[at]).padStart(kind.length + 2)).join('')}`

/** All requirements, then a row per chapter, then the open ones in full. */
export function asvsLines(chapters: readonly Chapter[], results: readonly Result[]): string[] {
  const all = chapters.flatMap(({ requirements }) => requirements)
  return [
    ...chapters.flatMap(({ title, requirements }) => [
      '',
      title,
      ...requirements.flatMap((each) => requirementLines(each, results)),
    ]),
    '',
    row('', kinds),
    ...chapters.map(({ title, requirements }) => row(title, countsOf(requirements, results))),
    row(`${all.length} requirements of levels 1 and 2`, countsOf(all, results)),
    '',
    'Open:',
    ...all.flatMap(({ id, asks, met }) => (met?.kind === 'open' ? [`  ${id} ${asks}: ${met.reason}`] : [])),
  ]
}

/** The last result of each section, with its commit. */
export const sectionLines = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ section, commit, at, results, measured }) => {
    const failed = results.filter(({ passed }) => !passed).length
    const counts = `${results.length - failed} passed, ${failed} failed`
    return [
      `  ${failed > 0 ? '✗' : '✓'} ${section}: ${counts} (${commit}, ${at.slice(0, 10)})`,
      ...measured.map((line) => `      ${line}`),
    ]
  })
