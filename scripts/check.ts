// npm run check: the fast half of npm test, in seconds, two steps at a time.
import { counts, fastChecks, run, printOutcome, type Outcome } from './steps.ts'

export async function check(): Promise<Outcome[]> {
  const waiting = [...fastChecks]
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await run(step)
      printOutcome(outcome)
      outcomes.push(outcome)
    }
  }
  await Promise.all([worker(), worker()])
  return outcomes
}

if (import.meta.main) {
  const outcomes = await check()
  const failed = outcomes.filter(({ passed }) => !passed).length
  const { passed } = counts(outcomes.map(({ output }) => output).join('\n'))
  console.log(`${passed} rule tests, ${outcomes.length - failed} of ${outcomes.length} checks passed`)
  process.exit(failed > 0 ? 1 : 0)
}
