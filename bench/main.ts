// npm run bench [-- --people N] [-- --choices N] [-- --seconds S]: what the product costs, each figure beside a plain answer to the same
// question in the same run, since machines differ and drift. Fails where a budget is missed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { discoveryBench } from './discovery.ts'
import { officeBench } from './office.ts'
import { profileBench } from './profile.ts'
import { withServer } from './server.ts'
import type { Row } from './table.ts'
import { print } from './table.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    choices: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '5' },
  },
})
const [people, choices, seconds] = [Number(values.people), Number(values.choices), Number(values.seconds)]

const rows: Row[] = await withServer(people, choices, async (bench) => [
  ...(await profileBench(bench, seconds)),
  ...(await discoveryBench(bench)),
  ...(await officeBench(bench)),
])
print(rows, people)
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/latest.json', JSON.stringify({ at: new Date().toISOString(), people, rows }, null, 2))
process.exit(rows.some(({ met }) => !met) ? 1 : 0)
