// npm test: everything that must hold before a change lands. Ends with 'N passed, N failed'.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { counts, failures, repeated, run, printOutcome, unstable, type Outcome, type Step } from './steps.ts'

const build: Step = {
  name: 'the web builds, within its budgets',
  command: [process.execPath, 'scripts/build-web.ts', '--if-stale'],
}
const results = mkdtempSync(join(tmpdir(), 'kindred-results-'))
const outputFile = join(results, 'server.json')
const server: Step = {
  name: 'the server, over HTTP on a real PostgreSQL',
  command: [
    'vitest',
    'run',
    '--project',
    'server',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
  ],
}
/** Playwright itself repeats what fails. */
const journeys: Step = { name: 'screens and journeys, in Chromium', command: ['playwright', 'test'] }

/** The memory that two of them need at the same time, with their databases in memory and two browsers. */
const ENOUGH_FOR_BOTH = 8 * 1024 ** 3

async function shown(step: Step): Promise<Outcome> {
  console.log(`… ${step.name}`)
  const outcome = await run(step, true)
  printOutcome(outcome, true)
  return outcome
}

type Report = { success: boolean; testResults: { name: string; status: string }[] }

/** The test files that failed, or none if something else did. */
function failedFiles(): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  } catch {
    return []
  }
}

/** More failures than chance explains aren't worth repeating. */
const MOST_REPEATED = 10

/** What failed runs once more by itself, and passes if it does then. */
async function again(first: Outcome): Promise<Outcome> {
  const files = failedFiles()
  if (first.passed || files.length === 0 || files.length > MOST_REPEATED) return first
  const second = await shown({
    name: 'the server, what failed once more',
    command: ['vitest', 'run', '--project', 'server', ...files],
  })
  return repeated(first, second)
}

const outcomes: Outcome[] = await check()
outcomes.push(await shown(build))
// Each of these keeps two cores busy, so two run at once only if there are more.
const isRoomy = availableParallelism() > 2 && process.availableMemory() > ENOUGH_FOR_BOTH
const browsing = isRoomy ? shown(journeys) : undefined
const overHttp = await shown(server)
const browsed = await (browsing ?? shown(journeys))
outcomes.push(await again(overHttp), { ...browsed, ...unstable(browsed.output) })
rmSync(results, { recursive: true, force: true })

const sum = { passed: 0, failed: 0 }
for (const { passed, output } of outcomes) {
  const inside = counts(output)
  sum.passed += inside.passed + (inside.passed === 0 && passed ? 1 : 0)
  sum.failed += inside.failed + (inside.failed === 0 && !passed ? 1 : 0)
}
// Failures are repeated at the end, where people look first.
for (const outcome of outcomes.filter(({ passed }) => !passed))
  console.log(`\n✗ ${outcome.name}\n${failures(outcome.output)}`)
for (const outcome of outcomes)
  if (outcome.passed && outcome.unstable)
    console.log(`\nUnstable: mend, move or delete it today (docs/testing.md)\n${outcome.unstable}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
