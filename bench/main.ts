// npm run bench: measures what the product costs. Machines differ and drift, so each figure is shown next to a plain
// solution of the same task in the same run. The command fails when a bar is missed. options.ts lists the options.
import { deckAmong } from './deck.ts'
import { optionsIn } from './options.ts'
import { Results } from './results.ts'
import { runSection } from './sections.ts'
import { stopWithUs } from './started.ts'
import { withServer } from './server.ts'

const options = optionsIn(process.argv.slice(2))
const { people, choices, only, seconds, sockets } = options
const FEW = 10_000

stopWithUs()
const results = new Results('bench/results/latest.json', { people, choices })
const isCompared = only.includes('deck') && people > FEW
const few = isCompared ? await withServer({ ...options, people: FEW, plans: false }, deckAmong) : undefined
await withServer(options, async (bench) => {
  for (const name of only) await runSection(name, { bench, add: results.add, seconds, sockets, few })
})
if (options.plans) console.log('How the database came to what took it 10 ms and longer: bench/results/plans.log')
process.exit(results.missed.length > 0 ? 1 : 0)
