import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderName } from './orders.ts'
import type { Outcome } from './outcome.ts'
import type { World } from './worlds.ts'

// Stored results, in one file per world and seed, so that an interrupted run continues where it stopped. Results of
// other versions of the code are in other folders.

export type Outcomes = Partial<Record<OrderName, Outcome>>

const root = join(import.meta.dirname, '../..')
const rooms = 'server/src/features/discovery/{compatibility,deck,learning}'

/** The files that an outcome depends on. Targets are only compared with outcomes, so their file is excluded. */
const sources = ['research/moments.ts', 'research/simulation/*.ts', `${rooms}/*.ts`]
const isIrrelevant = (file: string) => /\.test\.ts$|\.sql\.ts$|(bars|kept|worker)\.ts$/.test(file)

function digest(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root }).filter((file) => !isIrrelevant(file))
  for (const file of files.toSorted()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

export function openKept(folder = join(root, 'bench/results', `simulation-${digest()}`)) {
  mkdirSync(folder, { recursive: true })
  const fileOf = ({ name }: World, seed: string) => join(folder, `${name.replaceAll(/\W+/g, '-')}, ${seed}.json`)
  const read = (world: World, seed: string): Outcomes => {
    const file = fileOf(world, seed)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  }
  const add = (world: World, seed: string, order: OrderName, outcome: Outcome) =>
    writeFileSync(fileOf(world, seed), JSON.stringify({ ...read(world, seed), [order]: outcome }))
  return { read, add }
}
