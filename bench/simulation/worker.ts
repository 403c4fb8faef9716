import { parentPort } from 'node:worker_threads'
import type { OrderName } from './orders.ts'
import { simulate } from './run.ts'
import type { World } from './worlds.ts'

parentPort?.on('message', ({ world, order, seed }: { world: World; order: OrderName; seed: string }) => {
  void simulate(world, order, seed).then((outcome) => parentPort?.postMessage(outcome))
})
