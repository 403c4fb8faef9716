// npm run bench [-- --people N] [-- --choices N] [-- --seconds S] [-- --sockets N] [-- --plans]
// Measures what the product costs. Machines differ and drift, so each figure is shown next to a plain solution of the
// same task in the same run. The command fails when a bar is missed.
import { parseArgs } from 'node:util'
import { deckAmong, discoveryBench } from './discovery.ts'
import { officeBench } from './office.ts'
import { profileBench } from './profile.ts'
import { Results, type Row } from './results.ts'
import { socketsBench } from './sockets.ts'
import { stopWithUs } from './started.ts'
import { withServer } from './server.ts'
import { likesBench, messagesBench } from './writes.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    choices: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '5' },
    sockets: { type: 'string', default: '5000' },
    plans: { type: 'boolean', default: false },
  },
})
const [people, choices, seconds] = [Number(values.people), Number(values.choices), Number(values.seconds)]

stopWithUs()
const results = new Results('bench/results/latest.json', { people, choices })
const few = await withServer({ people: 10_000, choices, plans: false }, deckAmong)
await withServer({ people, choices, plans: values.plans }, async (bench) => {
  for (const [name, section] of Object.entries<() => Promise<void>>({
    profile: () => profileBench(bench, seconds, results.add),
    discovery: () => discoveryBench(bench, few, results.add),
    office: () => officeBench(bench, results.add),
    likes: () => likesBench(bench, seconds, results.add),
    messages: () => messagesBench(bench, seconds, results.add),
    sockets: () => socketsBench(bench, Number(values.sockets), seconds, results.add),
  }))
    await section().catch((error: unknown) => results.add(brokenOff(name, error)))
})
if (values.plans) console.log('How the database came to what took it 10 ms and longer: bench/results/plans.log')
process.exit(results.missed.length > 0 ? 1 : 0)

/** The other sections can still be measured. */
function brokenOff(section: string, error: unknown): Row {
  const beside = error instanceof Error ? error.message : String(error)
  return { what: section, measured: 'broken off', beside, bar: 'measured to its end', met: false }
}
