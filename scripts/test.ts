// npm test: every check, with reduced counts where a proof is long. Ends with 'N passed, N failed'.
import { check } from './check.ts'
import { counts, failures, run, tell, type Outcome, type Step } from './steps.ts'

const slow: Step[] = [
  { name: 'the web builds, within its budgets', command: [process.execPath, 'scripts/build-web.ts', '--if-stale'] },
  { name: 'the server, over HTTP on a real PostgreSQL', command: ['vitest', 'run', '--project', 'server'] },
  { name: 'screens and journeys, in Chromium', command: ['playwright', 'test'] },
  // In its own process, because it measures the heap, which other tests would fill.
  { name: 'times and memory', command: ['vitest', 'run', '--project', 'server-measured'] },
]

const outcomes: Outcome[] = await check()
for (const step of slow) {
  console.log(`… ${step.name}`)
  const outcome = await run(step, true)
  tell(outcome, true)
  outcomes.push(outcome)
}

// A check that isn't a test runner counts as one test.
const sum = { passed: 0, failed: 0 }
for (const { passed, output } of outcomes) {
  const inside = counts(output)
  sum.passed += inside.passed + (inside.passed === 0 && passed ? 1 : 0)
  sum.failed += inside.failed + (inside.failed === 0 && !passed ? 1 : 0)
}
// Repeated at the end, where people look first.
for (const outcome of outcomes.filter(({ passed }) => !passed))
  console.log(`\n✗ ${outcome.name}\n${failures(outcome.output)}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
