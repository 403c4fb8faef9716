// npm run bench: measures the product's cost. Machines differ and drift, so each number is shown next to that of a
// plain solution to the same task. The command fails if a target is missed. options.ts lists the options.
import { deckAmong } from './deck.ts'
import { defaultChoices, optionsIn } from './options.ts'
import { lastRelease, saveRelease } from './release.ts'
import { Results } from './results.ts'
import { runSection } from './sections.ts'
import { isStopping, stopWithUs } from './started.ts'
import { withServer } from './server.ts'

const options = optionsIn(process.argv.slice(2))
const { people, choices, only } = options
const FEW = 10_000

stopWithUs()
const began = performance.now()
const results = new Results({
  file: 'bench/results/latest.json',
  about: { people, choices },
  release: options.isRelease ? undefined : lastRelease(people),
  isReleaseBinding: options.isShort,
})
const isCompared = only.includes('deck') && people > FEW
const few = isCompared
  ? await withServer({ ...options, people: FEW, choices: defaultChoices(FEW), plans: false }, deckAmong)
  : undefined
await withServer(options, async (bench) => {
  for (const name of only) await runSection(name, { ...options, bench, add: results.add, few })
})
if (!isStopping()) conclude()

function conclude(): never {
  if (options.isRelease) saveRelease(people, choices, results.rows)
  if (options.plans) console.log('How the database came to what took it 10 ms and longer: bench/results/plans.log')
  const { rows, missed } = results
  const took = `${Math.round((performance.now() - began) / 1000)} s`
  console.log(`${rows.length - missed.length} of ${rows.length} bars met in ${took}${missed.length ? '; missed:' : ''}`)
  for (const { what } of missed) console.log(`  ${what}`)
  process.exit(missed.length > 0 ? 1 : 0)
}
