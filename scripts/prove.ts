// npm run prove: every proof at its full numbers, then the results for each threat and each requirement of ASVS.
//   npm run prove -- --only NAME…   some of the proofs: a name is that of a test file, such as overload
//   npm run prove -- --latest       nothing is run: the last result of every proof, with its commit
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chapters } from './asvs.ts'
import { allTitles, type NamedTest } from './named-tests.ts'
import { asvsLines, sectionLines, threatLines } from './proof-report.ts'
import {
  commitNow,
  fromPlaywright,
  fromVitest,
  measuredIn,
  sectionOf,
  sectionsOf,
  store,
  stored,
  type Result,
} from './proof-results.ts'
import { TIMED_LAST } from './drills.ts'
import { isPoolerInstalled } from '../server/test/pooler.ts'
import { run, printOutcome, type Step } from './steps.ts'
import { threats } from './threats.ts'

const say = (title: string, lines: readonly string[]) => console.log(`\n${title}\n${lines.join('\n')}`)

function report(results: readonly Result[]): void {
  say('Threats (docs/security.md)', threatLines(threats(), results))
  say('OWASP ASVS 5.0.0, levels 1 and 2 (docs/asvs)', asvsLines(chapters(), results))
}

/** Journeys with more people, sizes or networks than in the tests. */
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
].map((name) => `${name}.spec.ts`)

/** The rooms whose tests run once more through PgBouncer, where it is installed (npm run ops-tools). */
const POOLED_ROOMS = ['chat', 'delivery', 'discovery', 'identity', 'matching', 'profiles']

function pooledStep(): Step[] {
  if (!isPoolerInstalled) {
    console.log('PgBouncer isn’t installed (npm run ops-tools), so nothing is proved through it.')
    return []
  }
  const rooms = POOLED_ROOMS.map((room) => `server/test/${room}/`)
  return [
    {
      name: 'tests of rooms through PgBouncer',
      command: ['vitest', 'run', '--project', 'server', ...rooms],
      env: { POOLED: 'yes' },
    },
  ]
}

/** The journeys to run: those that a list names, and those with more than in the tests. */
function journeys(): string[] {
  const requirements = chapters().flatMap((chapter) => chapter.requirements)
  const tests = [
    ...requirements.flatMap(({ met }): NamedTest[] => (met?.kind === 'tests' ? met.tests : [])),
    ...threats().flatMap((threat) => threat.tests ?? []),
  ]
  return [...new Set([...WITH_MORE, ...tests.map(({ file }) => file).filter((file) => file.endsWith('.spec.ts'))])]
}

/** The test files with these names, or all files; an unknown name is fatal. */
function filesFor(names: readonly string[]): { tests: string[]; specs: string[] } {
  if (names.length === 0) return { tests: [], specs: journeys() }
  const files = [...allTitles().keys()]
  const topicOf = (file: string) => sectionOf(file).replace('.spec', '')
  const unknown = names.filter((name) => !files.some((file) => topicOf(file) === name))
  if (unknown.length > 0) {
    const known = [...new Set(files.map(topicOf))].sort()
    console.error(`There is no proof called ${unknown.join(', ')}. There are: ${known.join(', ')}`)
    process.exit(2)
  }
  const selected = files.filter((file) => names.includes(topicOf(file)))
  return {
    tests: selected.filter((file) => file.endsWith('.test.ts')),
    specs: selected.filter((file) => file.endsWith('.spec.ts')),
  }
}

async function prove(names: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-proofs-'))
  const [ofTests, ofSpecs] = [join(folder, 'tests.json'), join(folder, 'specs.json')]
  const { tests, specs } = filesFor(names)
  const env = { PROVE: 'full', PLAYWRIGHT_JSON_OUTPUT_FILE: ofSpecs }
  const toFile = ['--reporter=default', '--reporter=json', `--outputFile.json=${ofTests}`]
  const projects = ['--project', 'server*', '--project', 'rules', '--project', 'drills']
  const steps: Step[] = [{ name: 'the web builds', command: [process.execPath, 'scripts/build-web.ts', '--if-stale'] }]
  if (tests.length > 0 || names.length === 0)
    steps.push({
      name: 'proofs at their full numbers',
      command: ['vitest', 'run', ...projects, ...toFile, ...tests.map((file) => `/${file}`)],
      env,
    })
  if (names.length === 0) steps.push(...pooledStep())
  if (specs.length > 0)
    steps.push({
      name: 'journeys',
      command: [
        'playwright',
        'test',
        ...['desk', 'phone', 'desk-times', 'phone-times'].map((project) => `--project=${project}`),
        '--reporter=list,json',
        ...specs.map((file) => `/${file}`),
      ],
      env: { ...env, ...(names.length === 0 ? { [TIMED_LAST]: 'yes' } : {}) },
    })
  let [isDone, output] = [true, '']
  for (const step of steps) {
    const outcome = await run(step, true)
    printOutcome(outcome, true)
    isDone &&= outcome.passed
    output += outcome.output
  }
  const read = <T>(file: string, results: (found: T) => Result[]) =>
    existsSync(file) ? results(JSON.parse(readFileSync(file, 'utf8'))) : []
  const results = [...read(ofTests, fromVitest), ...read(ofSpecs, fromPlaywright)]
  rmSync(folder, { recursive: true })
  const sections = sectionsOf(results, measuredIn(output), commitNow(), new Date())
  store(sections)
  report(results)
  say('Proofs', sectionLines(sections))
  const failed = results.filter(({ passed }) => !passed)
  if (failed.length > 0)
    say(
      'Failed',
      failed.map(({ file, title }) => `  ✗ ${file} · ${title}`),
    )
  console.log(
    `\n${results.length - failed.length} passed, ${failed.length + (!isDone && failed.length === 0 ? 1 : 0)} failed`,
  )
  return isDone
}

function showLatest(): void {
  const sections = stored()
  report(sections.flatMap(({ results }) => results))
  say('The last result of each proof', sections.length > 0 ? sectionLines(sections) : ['  None yet: npm run prove'])
}

const args = process.argv.slice(2)
if (args.includes('--latest')) showLatest()
else process.exit((await prove(args.filter((each) => each !== '--only'))) ? 0 : 1)
