// npm run check: the fast half of npm test, in seconds, two steps at a time.
import { availableParallelism } from 'node:os'
import { counts, run, printOutcome, type Outcome, type Step } from './steps.ts'

/**
 * Two fast checks run at the same time, so each gets half of the cores. More checkers than cores would only compute the
 * same types again.
 */
const HALF = String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** Checks only what changed since the last time, or everything in a fresh clone. */
const typesOf = (project: string): Step['command'] => {
  const known = `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return ['tsc', '-p', project, '--checkers', HALF, '--incremental', '--tsBuildInfoFile', known]
}

/** The compiler and linter run for seconds. Not collecting garbage below 2 GiB saves a quarter of their time. */
const COMPILER = { GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: HALF }

/** The longest checks come first, so that none is left at the end while a core is idle. */
const fastChecks: Step[] = [
  { name: 'architecture and rules', command: ['vitest', 'run', '--project', 'rules'] },
  { name: 'lint', command: ['oxlint', '--type-aware'], env: COMPILER, worthReading: true },
  {
    name: 'types of the contract, the server and the scripts',
    command: typesOf('tsconfig.json'),
    env: COMPILER,
  },
  { name: 'texts and translations', command: [process.execPath, 'scripts/catalogs.ts', '--check'] },
  { name: 'types of the web', command: typesOf('web/tsconfig.json'), env: COMPILER },
  { name: 'format', command: ['oxfmt', '--check'] },
]

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
