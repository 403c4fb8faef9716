// npm run prove: every proof at its full numbers.
//   npm run prove -- --only NAME…   some of the proofs: a name is that of a test file, such as overload
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { isPoolerInstalled } from '../server/test/pooler.ts'
import { TIMED_LAST } from './drills.ts'
import { run, printOutcome, type Step } from './steps.ts'

const WITH_MORE = [
  'crowds',
  'every-screen',
  'extremes',
  'first-paint',
  'guards',
  'languages',
  'relays',
  'session-ends',
  'smoke',
].map((name) => `/${name}.spec.ts`)

/** The features whose tests run again through PgBouncer, if it is installed (npm run ops-tools). */
const POOLED_FEATURES = ['chat', 'delivery', 'discovery', 'identity', 'matching', 'profiles']

const env = { PROVE: 'full' }
const build: Step = { name: 'the web builds', command: [process.execPath, 'scripts/build-web.ts', '--if-stale'] }
const tests = (files: readonly string[]): Step => ({
  name: 'proofs at their full numbers',
  command: ['vitest', 'run', '--project', 'server*', '--project', 'rules', '--project', 'drills', ...files],
  env,
})
const journeys = (files: readonly string[], timedLast: boolean): Step => ({
  name: 'journeys',
  command: [
    'playwright',
    'test',
    ...['desk', 'phone', 'desk-times', 'phone-times'].map((project) => `--project=${project}`),
    ...files,
  ],
  env: { ...env, ...(timedLast ? { [TIMED_LAST]: 'yes' } : {}) },
})
const pooled: Step = {
  name: 'tests of features through PgBouncer',
  command: ['vitest', 'run', '--project', 'server', ...POOLED_FEATURES.map((feature) => `server/test/${feature}/`)],
  env: { POOLED: 'yes' },
}

function filesNamed(names: readonly string[]): string[] {
  const files = globSync(['{server,contract,web,scripts,bench}/**/*.test.ts', 'e2e/*.spec.ts'], {
    exclude: ['**/node_modules/**'],
  })
  const nameOf = (file: string) => basename(file).replace(/\.(test|spec)\.ts$/, '')
  const unknown = names.filter((name) => !files.some((file) => nameOf(file) === name))
  if (unknown.length > 0) {
    console.error(`There is no proof called ${unknown.join(', ')}.`)
    process.exit(2)
  }
  return files.filter((file) => names.includes(nameOf(file)))
}

const names = process.argv.slice(2).filter((each) => each !== '--only')
const files = filesNamed(names)
const [specs, units] = [true, false].map((isJourney) => files.filter((file) => file.endsWith('.spec.ts') === isJourney))
const steps =
  names.length === 0
    ? [build, tests([]), ...(isPoolerInstalled ? [pooled] : []), journeys(WITH_MORE, true)]
    : [build, ...(units?.length ? [tests(units)] : []), ...(specs?.length ? [journeys(specs, false)] : [])]
let isDone = true
for (const step of steps) {
  const outcome = await run(step, true)
  printOutcome(outcome, true)
  isDone &&= outcome.passed
}
if (names.length === 0 && !isPoolerInstalled)
  console.log('PgBouncer isn’t installed (npm run ops-tools), so nothing was proved through it.')
process.exit(isDone ? 0 : 1)
