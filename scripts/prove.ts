// npm run prove: every proof at its full numbers.
//   npm run prove -- --only NAME…   some of the proofs: a name is that of a test file, such as overload
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { isPoolerInstalled } from '../server/test/pooler.ts'
import { TIMED_LAST } from './drills.ts'
import { run, printOutcome, type Step } from './steps.ts'

/** The journeys that do more at full numbers. */
const WITH_MORE = 'crowds every-screen extremes first-paint guards languages relays session-ends smoke'.split(' ')
/** The features whose tests run again through PgBouncer, if it is installed (npm run ops-tools). */
const POOLED_FEATURES = ['chat', 'delivery', 'discovery', 'identity', 'matching', 'profiles']

const env = { PROVE: 'full' }
const vitest = (...args: string[]): Step['command'] => ['vitest', 'run', ...args]
const build: Step = { name: 'the web builds', command: [process.execPath, 'scripts/build-web.ts', '--if-stale'] }
const tests = (files: readonly string[]): Step => ({
  name: 'proofs at their full numbers',
  command: vitest('--project', 'server*', '--project', 'rules', '--project', 'drills', ...files),
  env,
})
const journeys = (names: readonly string[], more = {}): Step => ({
  name: 'journeys',
  command: [
    'playwright',
    'test',
    ...['desk', 'phone', 'desk-times', 'phone-times'].map((project) => `--project=${project}`),
    ...names.map((name) => `/${name}.spec.ts`),
  ],
  env: { ...env, ...more },
})
const pooled: Step = {
  name: 'tests of features through PgBouncer',
  command: vitest('--project', 'server', ...POOLED_FEATURES.map((feature) => `server/test/${feature}/`)),
  env: { POOLED: 'yes' },
}

function stepsNamed(names: readonly string[]): Step[] {
  const nameOf = (file: string) => basename(file).replace(/\.(test|spec)\.ts$/, '')
  const units = globSync('{server,contract,web,scripts,bench}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
  const specs = globSync('e2e/*.spec.ts').map(nameOf)
  const unknown = names.filter((name) => ![...units.map(nameOf), ...specs].includes(name))
  if (unknown.length > 0) {
    console.error(`There is no proof called ${unknown.join(', ')}.`)
    process.exit(2)
  }
  const chosen = units.filter((file) => names.includes(nameOf(file)))
  const walked = specs.filter((name) => names.includes(name))
  return [...(chosen.length > 0 ? [tests(chosen)] : []), ...(walked.length > 0 ? [journeys(walked)] : [])]
}

const names = process.argv.slice(2).filter((each) => each !== '--only')
const all = () => [tests([]), ...(isPoolerInstalled ? [pooled] : []), journeys(WITH_MORE, { [TIMED_LAST]: 'yes' })]
for (const step of [build, ...(names.length > 0 ? stepsNamed(names) : all())]) {
  const outcome = await run(step, true)
  printOutcome(outcome, true)
  if (!outcome.passed) process.exitCode = 1
}
if (names.length === 0 && !isPoolerInstalled)
  console.log('PgBouncer isn’t installed (npm run ops-tools), so nothing was proved through it.')
