import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// One side of a comparison (against.ts), in a process of its own: fills the population of the commit whose folder it runs
// in, with that commit's code, and serves it until the bench ends.

const load = (file: string) => import(pathToFileURL(resolve('bench', file)).href)
const { openBench, withServer } = await load('server.ts')
const { endAll } = await load('started.ts')
const population = JSON.parse(process.argv[2] ?? '')
const over = Promise.race(['disconnect', 'SIGINT', 'SIGTERM'].map((event) => once(process, event)))

const serve = async ({ base, databaseUrl }: Record<string, unknown>) => {
  process.send?.({ base, databaseUrl })
  await over
}

if (openBench) await serve(await openBench(population))
// Before, the work was passed to a function.
else await withServer({ ...population, plans: false }, serve)
await endAll?.()
process.exit()
