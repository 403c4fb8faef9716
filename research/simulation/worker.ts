import { parentPort } from 'node:worker_threads'
import type { OrderName } from './orders.ts'
import { tastesOf } from './people.ts'
import { simulate } from './run.ts'
import type { World } from './worlds.ts'

export type Job = { world: World; seed: string; orders: readonly OrderName[] }

parentPort?.on('message', ({ world, seed, orders }: Job) => void runAll(world, seed, orders))

async function runAll(world: World, seed: string, orders: readonly OrderName[]): Promise<void> {
  const tastes = tastesOf(world, seed)
  for (const order of orders) parentPort?.postMessage(await simulate(world, order, seed, tastes))
}
