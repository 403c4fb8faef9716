import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

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
  // Both places are free again.
  const more = [5, 6, 7].map((n) => inTurn(work(n)))
  expect([began.slice(5), waiting()]).toEqual([[5, 6], 1])
  for (const n of [5, 6, 7]) {
    ends[n]!()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(more)).toEqual([5, 6, 7])
})
