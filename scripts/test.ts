// npm test: runs every check except the drills, with reduced counts in long proofs. Ends with 'N passed, N failed'.
//   npm test -- --all   includes the drills (scripts/drills.ts), as .ci/run does
import { availableParallelism } from 'node:os'
import { debianPostgres } from '../server/test/debian-postgres.ts'
import { check } from './check.ts'
import { TIMED_LAST, WITHOUT_DRILLS } from './drills.ts'
import { counts, failures, run, printOutcome, type Outcome, type Step } from './steps.ts'

const build: Step = {
  name: 'the web builds, within its budgets',
  command: [process.execPath, 'scripts/build-web.ts', '--if-stale'],
}
const withDrills = process.argv.includes('--all')
const short = withDrills ? {} : { [WITHOUT_DRILLS]: 'yes' }
/**
 * With the drills, on Debian's PostgreSQL, which is often older and may refuse what the bundled one accepts. The drills
 * and the journeys run on the bundled one, and so do all tests of `npm test`.
 */
const debian = withDrills ? debianPostgres() : undefined
const server: Step = {
  name: debian
    ? `the server, over HTTP on Debian’s PostgreSQL ${debian.version}, and a restored backup`
    : 'the server, over HTTP on a real PostgreSQL',
  command: ['vitest', 'run', '--project', 'server'],
  env: { ...short, ...(debian ? { POSTGRES: 'debian' } : {}) },
}
const drills: Step = {
  name: 'the drills, on the bundled PostgreSQL',
  command: ['vitest', 'run', '--project', 'server-drills', '--project', 'drills'],
}
const journeys: Step = {
  name: 'screens and journeys, in Chromium',
  command: ['playwright', 'test'],
  env: { [TIMED_LAST]: 'yes', ...short },
}
const overHttp = withDrills ? [server, drills] : [server]

/** This step has its own process, because it measures the heap, which other tests would fill. */
const measured: Step = { name: 'times and memory', command: ['vitest', 'run', '--project', 'server-measured'] }

/** The memory that two of them need at the same time, with their databases in memory and two browsers. */
const ENOUGH_FOR_BOTH = 8 * 1024 ** 3

async function shown(step: Step): Promise<Outcome> {
  console.log(`… ${step.name}`)
  const outcome = await run(step, true)
  printOutcome(outcome, true)
  return outcome
}

async function inOrder(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await shown(step))
  return outcomes
}

const outcomes: Outcome[] = await check()
outcomes.push(await shown(build))
// Each of these keeps two cores busy, so two run at once only if there are more.
if (availableParallelism() > 2 && process.availableMemory() > ENOUGH_FOR_BOTH)
  outcomes.push(...(await Promise.all([inOrder(overHttp), shown(journeys)])).flat())
else outcomes.push(...(await inOrder([...overHttp, journeys])))
// This step runs alone, because it compares times.
if (withDrills) outcomes.push(await shown(measured))

const sum = { passed: 0, failed: 0 }
for (const { passed, output } of outcomes) {
  const inside = counts(output)
  sum.passed += inside.passed + (inside.passed === 0 && passed ? 1 : 0)
  sum.failed += inside.failed + (inside.failed === 0 && !passed ? 1 : 0)
}
// Failures are repeated at the end, where people look first.
for (const outcome of outcomes.filter(({ passed }) => !passed))
  console.log(`\n✗ ${outcome.name}\n${failures(outcome.output)}`)
if (withDrills && !debian)
  console.log(
    '\nNot run here: the HTTP tests on Debian’s PostgreSQL, which isn’t installed (npm run ops-tools, as root).',
  )
if (process.env['TEST_DATABASE'] !== 'citus')
  console.log('\nNot run here: how many servers of a Citus cluster a call asks (TEST_DATABASE=citus).')
if (!withDrills) console.log('\nWithout the drills: npm test -- --all runs them, too.')
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
