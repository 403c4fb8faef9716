import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serialQueue, openTurns } from './turns.ts'

test('a few run at a time, the others in the order in which they came, also after one that fails', async () => {
  const { inTurn, waiting } = openTurns(2)
  const [began, ends]: [number[], (() => void)[]] = [[], []]
  const work = (n: number) => () =>
    new Promise<number>((resolve, reject) => {
      began.push(n)
      ends[n] = () => (n === 1 ? reject(new Error('one')) : resolve(n))
    })
  const settled = Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(work(n))))
  expect([began, waiting()]).toEqual([[0, 1], 3])
  for (const n of [1, 0, 2, 3, 4]) {
    ends[n]!()
    await new Promise(setImmediate)
  }
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(3).fill('fulfilled')])
  const more = [5, 6, 7].map((n) => inTurn(work(n)))
  expect([began.slice(5), waiting()]).toEqual([[5, 6], 1])
  for (const n of [5, 6, 7]) {
    ends[n]!()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(more)).toEqual([5, 6, 7])
})

test('works begin one after the other, with a rest as long as each took, also after one that fails', async () => {
  const inLine = serialQueue()
  const spans: { began: number; ended: number }[] = []
  const work = (n: number) => async () => {
    const began = performance.now()
    await pause(20)
    spans.push({ began, ended: performance.now() })
    if (n === 1) throw new Error('one')
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3].map((n) => inLine(work(n))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const rests = spans.slice(1).map(({ began }, before) => began - spans[before]!.ended)
  for (const rest of rests) expect(rest).toBeGreaterThan(15)
})

test('no one waits for a task that takes long', async () => {
  const inLine = serialQueue(20)
  const long = Promise.withResolvers<void>()
  const first = inLine(() => long.promise)
  expect(await inLine(async () => 'done')).toBe('done')
  long.resolve()
  await first
})
