// npm run simulate: compares the product's ranking with others, which get its likers and activity, too, in ten worlds
// and five seeds each (--seeds N). --only NAME runs one world, and --bars only the rankings that targets compare. Each
// world is printed when done. Results are stored (bench/results), so an interrupted run continues where it stopped.
// Fails if a target is missed, or if a shuffle misses none.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseCommand, positive, refuse, tryWith } from '../scripts/usage.ts'
import { Worker } from 'node:worker_threads'
import { barsOf, intervalOf, missedByShuffle, missedOf, ratioTo, type Bar } from './simulation/bars.ts'
import { openKept } from './simulation/kept.ts'
import { orderNames, type OrderName } from './simulation/orders.ts'
import type { Outcome } from './simulation/outcome.ts'
import type { Job } from './simulation/worker.ts'
import { worlds, type World } from './simulation/worlds.ts'

const USAGE = 'npm run simulate -- [--seeds 5] [--only WORLD] [--bars]'
const { values } = parseCommand(USAGE, {
  options: {
    seeds: { type: 'string', default: '5' },
    only: { type: 'string' },
    bars: { type: 'boolean', default: false },
  },
})
const seeds = Array.from({ length: tryWith(USAGE, () => positive(values.seeds)) }, (_, nth) => `kindred ${nth}`)
const chosen = worlds.filter(({ name }) => !values.only || name.includes(values.only))
if (chosen.length === 0)
  refuse(USAGE, `No world has “${values.only}” in its name: ${worlds.map(({ name }) => name).join(', ')}.`)
const orders = values.bars ? orderNames.slice(0, 3) : orderNames

const keyOf = ({ name }: World, seed: string) => `${name}\n${seed}`
const kept = openKept()
const outcomes = new Map(
  chosen.flatMap((world) => seeds.map((seed) => [keyOf(world, seed), kept.read(world, seed)] as const)),
)

const runsOf = (world: World, order: OrderName): Outcome[] =>
  seeds.flatMap((seed) => outcomes.get(keyOf(world, seed))?.[order] ?? [])

function lineOf({ text, met }: Bar): string {
  return `  ${met === null ? ' ' : met ? '✓' : '✗'} ${text}`
}

function report(world: World): number {
  const runs = { ours: runsOf(world, 'ours'), random: runsOf(world, 'random'), best: runsOf(world, 'best-first') }
  const bars = barsOf(world, runs)
  console.log(`${world.name}: ${intervalOf(runs.ours.map(({ matches }) => matches))} matches for each who stayed`)
  for (const bar of bars) console.log(lineOf(bar))
  for (const order of orders.slice(3))
    console.log(lineOf({ text: `matches × ${ratioTo(runs.ours, runsOf(world, order))} of ${order}`, met: null }))
  const shuffled = missedByShuffle(world, runs)
  console.log(lineOf({ text: 'a shuffle with likers fails:', met: shuffled.length > 0 }))
  for (const text of shuffled) console.log(`      ${text}`)
  return missedOf(bars).length + Number(shuffled.length === 0)
}

const isDone = (world: World) => orders.every((order) => runsOf(world, order).length === seeds.length)
const jobs = chosen.flatMap((world) =>
  seeds.flatMap((seed): Job[] => {
    const missing = orders.filter((order) => !outcomes.get(keyOf(world, seed))?.[order])
    return missing.length > 0 ? [{ world, seed, orders: missing }] : []
  }),
)
let missed = chosen.filter(isDone).reduce((sum, world) => sum + report(world), 0)

async function work(): Promise<void> {
  const worker = new Worker(new URL('./simulation/worker.ts', import.meta.url))
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { world, seed } = job
    worker.postMessage(job)
    for (const order of job.orders) {
      const [outcome] = await once(worker, 'message')
      kept.add(world, seed, order, outcome)
      outcomes.set(keyOf(world, seed), { ...outcomes.get(keyOf(world, seed)), [order]: outcome })
    }
    if (isDone(world)) missed += report(world)
  }
  await worker.terminate()
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(missed === 0 ? 'Every bar is met.' : `${missed} bars are missed.`)
process.exit(missed > 0 ? 1 : 0)
