import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openMemory } from './memory.ts'

function working(takes = 0) {
  let [time, made] = [0, 0]
  const memory = openMemory(() => time)
  return {
    ask: (isExpensive: boolean) =>
      memory.cache(
        'figures',
        async () => {
          time += takes
          return ++made
        },
        () => isExpensive,
      ),
    wait: async (milliseconds: number) => {
      // Background work finishes before the time moves.
      await setImmediate()
      time += milliseconds
    },
    made: () => made,
  }
}

test('cheap values are computed each time', async () => {
  const { ask } = working()
  expect([await ask(false), await ask(false), await ask(false)]).toEqual([1, 2, 3])
})

test('expensive values are reused, refreshed in the background, and not older than five seconds', async () => {
  const { ask, wait, made } = working()
  expect([await ask(true), await ask(true)]).toEqual([1, 1])
  await wait(3000)
  expect(await ask(true)).toBe(1)
  expect(made()).toBe(2)
  expect(await ask(true)).toBe(2)
  await wait(5001)
  expect(await Promise.all([ask(true), ask(true)])).toEqual([3, 3])
})

test('what took seconds is reused for ten times as long', async () => {
  const { ask, wait, made } = working(4000)
  expect(await ask(true)).toBe(1)
  await wait(10_000)
  expect([await ask(true), made()]).toEqual([1, 1])
  await wait(10_000)
  expect([await ask(true), made()]).toEqual([1, 2])
  await wait(40_001)
  expect(await ask(true)).toBe(3)
})

test('failures are not cached', async () => {
  const memory = openMemory()
  const ask = (work: () => Promise<number>) => memory.cache('x', work)
  await expect(ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(ask(() => Promise.resolve(1))).resolves.toBe(1)
})

test('a forgotten result is computed again', async () => {
  const memory = openMemory()
  const ask = (value: number) => memory.cache('x', () => Promise.resolve(value))
  expect([await ask(1), await ask(2)]).toEqual([1, 1])
  memory.forget('x')
  expect(await ask(3)).toBe(3)
})
