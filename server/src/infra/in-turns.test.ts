import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { inBatches, inTurns } from './in-turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('after two milliseconds of work, others have as long before the next item', async () => {
  const done: number[] = []
  const all = inTurns([0, 1, 2, 3, 4].values(), (item) => {
    vi.advanceTimersByTime(1)
    done.push(item)
  })
  expect(done).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual([0, 1, 2, 3])
  await vi.advanceTimersByTimeAsync(2)
  await all
  expect(done).toEqual([0, 1, 2, 3, 4])
})

test('after each batch but the last there is a rest as long as it took', async () => {
  let begun = 0
  const all = inBatches(async () => {
    begun++
    await new Promise((resolve) => setTimeout(resolve, 20))
    return begun < 3
  })
  for (const count of [1, 2]) {
    await vi.advanceTimersByTimeAsync(39)
    expect(begun).toBe(count)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun).toBe(count + 1)
  }
  await vi.advanceTimersByTimeAsync(20)
  await all
  expect(begun).toBe(3)
})
