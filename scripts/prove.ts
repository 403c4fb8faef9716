// npm run prove: every proof, at its full numbers. Each prints one line at its end.
//   npm run prove -- --only NAME…   only these: the name of a test's file, such as overload, or of a proof below
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { debianPostgres } from '../server/test/debian-postgres.ts'
import { hasCitus } from '../server/test/citus.ts'
import { isPoolerInstalled } from '../server/test/pooler.ts'
import { calendarSteps } from './calendar.ts'
import { run, printOutcome, type Step } from './steps.ts'

type Proof = { name: string; steps: readonly Step[]; needs?: string }

const FULL = { PROVE: 'full' }
const nameOf = (file: string) => basename(file).replace(/\.(test|spec)\.ts$/, '')
const vitest = (name: string, args: readonly string[], env: Record<string, string> = {}): Step => ({
  name,
  command: ['vitest', 'run', ...args],
  env,
})
const tests = (file: string): Proof => ({ name: nameOf(file), steps: [vitest(nameOf(file), [file], FULL)] })
const playwright = (name: string, args: readonly string[]): Step => ({
  name,
  command: ['playwright', 'test', '--pass-with-no-tests', ...args],
  env: FULL,
})
/** Journeys that measure time run one at a time, after the others. */
const journeys = (name: string, ...files: string[]): Proof => ({
  name,
  steps: [
    playwright(name, ['--project=desk', '--project=phone', ...files]),
    playwright(`${name}, times`, ['--project=desk-times', '--project=phone-times', '--workers=1', ...files]),
  ],
})
/** The server's tests in other surroundings. */
const surroundings = (name: string, env: Record<string, string>, folders: readonly string[] = []): Proof => ({
  name,
  steps: [vitest(name, ['--project', 'server', ...folders], env)],
})
const command = (name: string, ...args: Step['command']): Proof => ({ name, steps: [{ name, command: args }] })
const needing = (proof: Proof, isThere: boolean, needs: string): Proof => (isThere ? proof : { ...proof, needs })

/** The features whose tests run again through PgBouncer. */
const POOLED = ['chat', 'delivery', 'discovery', 'identity', 'matching', 'profiles'].map(
  (feature) => `server/test/${feature}/`,
)
const proofs: Proof[] = [
  ...globSync('server/test/prove/*.test.ts').map(tests),
  journeys('journeys'),
  needing(surroundings('debian', { POSTGRES: 'debian' }), debianPostgres() !== undefined, 'Debian’s PostgreSQL'),
  needing(surroundings('pooler', { POOLED: 'yes' }, POOLED), isPoolerInstalled, 'PgBouncer'),
  needing(surroundings('citus', { TEST_DATABASE: 'citus' }), hasCitus, 'Citus (CITUS_BIN)'),
  { name: 'calendar', steps: calendarSteps },
  command('clones', process.execPath, 'scripts/contributor.mjs'),
  command('bench', process.execPath, 'bench/main.ts', '--short'),
].toSorted((one, other) => one.name.localeCompare(other.name))

/** Parts of `journeys`, and tests that npm test runs with fewer rounds. */
const others = [
  ...globSync('e2e/prove/*.spec.ts').map((file) => journeys(nameOf(file), `/${basename(file)}`)),
  ...globSync('{server,contract,web,scripts,bench,research}/**/*.test.ts', {
    exclude: ['**/node_modules/**', 'server/test/prove/**'],
  }).map(tests),
]

function chosen(): readonly Proof[] {
  const names = process.argv.slice(2).filter((each) => each !== '--only')
  if (names.length === 0) return proofs
  const known = [...proofs, ...others]
  const missing = names.filter((name) => !known.some((proof) => proof.name === name))
  if (missing.length > 0) {
    console.error(
      `There is no proof called ${missing.join(', ')}. There are: ${proofs.map(({ name }) => name).join(', ')}`,
    )
    process.exit(2)
  }
  return known.filter(({ name }) => names.includes(name))
}

const build: Step = { name: 'the web builds', command: [process.execPath, 'scripts/build-web.ts', '--if-stale'] }
const lines: string[] = []
for (const { name, steps, needs } of [{ name: 'build', steps: [build] } as Proof, ...chosen()]) {
  if (needs) {
    lines.push(`· ${name}: not run here, because it needs ${needs} (npm run ops-tools)`)
    continue
  }
  for (const step of steps) {
    const outcome = await run(step, true)
    printOutcome(outcome, true)
    lines.push(`${outcome.passed ? '✓' : '✗'} ${step.name} (${outcome.seconds.toFixed(1)} s)`)
    if (!outcome.passed) process.exitCode = 1
  }
}
console.log(`\n${lines.join('\n')}`)
