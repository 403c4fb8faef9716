// npm run bench [-- --people N] [-- --choices N] [-- --seconds S] [-- --sockets N] [-- --plans]
// Measures the product's performance. Machines differ, so each figure is shown next to a plain solution of the same
// task in the same run. The command fails if a budget is missed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { deckAmong, discoveryBench } from './discovery.ts'
import { officeBench } from './office.ts'
import { profileBench } from './profile.ts'
import { socketsBench } from './sockets.ts'
import { withServer } from './server.ts'
import { writesBench } from './writes.ts'
import type { Row } from './table.ts'
import { print } from './table.ts'

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

mkdirSync('bench/results', { recursive: true })
const few = await withServer({ people: 10_000, choices, plans: false }, deckAmong)
const rows: Row[] = await withServer({ people, choices, plans: values.plans }, async (bench) => [
  ...(await profileBench(bench, seconds)),
  ...(await discoveryBench(bench, few)),
  ...(await officeBench(bench)),
  ...(await writesBench(bench, seconds)),
  ...(await socketsBench(bench, Number(values.sockets), seconds)),
])
print(rows, people)
writeFileSync('bench/results/latest.json', JSON.stringify({ at: new Date().toISOString(), people, rows }, null, 2))
if (values.plans) console.log('How the database came to what took it 10 ms and longer: bench/results/plans.log')
process.exit(rows.some(({ met }) => !met) ? 1 : 0)
