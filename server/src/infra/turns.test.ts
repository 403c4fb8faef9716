import { expect, onTestFinished, test, vi } from 'vitest'
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

test('tasks begin one after the other, with a rest as long as each took, also after one that fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const inLine = serialQueue()
  const begun: number[] = []
  const work = (n: number) => async () => {
    begun.push(n)
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (n === 1) throw new Error('one')
    return n
  }
  const settled = Promise.allSettled([0, 1, 2, 3].map((n) => inLine(work(n))))
  await vi.advanceTimersByTimeAsync(0)
  for (const n of [0, 1, 2]) {
    // The task takes 20 ms, and the rest as long.
    await vi.advanceTimersByTimeAsync(39)
    expect(begun.at(-1)).toBe(n)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun.at(-1)).toBe(n + 1)
  }
  await vi.advanceTimersByTimeAsync(20)
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('no one waits for a task that takes long', async () => {
  const inLine = serialQueue(20)
  const long = Promise.withResolvers<void>()
  const first = inLine(() => long.promise)
  expect(await inLine(async () => 'done')).toBe('done')
  long.resolve()
  await first
})
