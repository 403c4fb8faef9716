import { expect, test } from 'vitest'
import { openMemory } from './memory.ts'

function working() {
  let [time, made] = [0, 0]
  const memory = openMemory(() => time)
  return {
    ask: (isExpensive: boolean) =>
      memory.cache(
        'figures',
        () => Promise.resolve(++made),
        () => isExpensive,
      ),
    wait: (milliseconds: number) => void (time += milliseconds),
    made: () => made,
  }
}

test('cheap values are computed each time', async () => {
  const { ask } = working()
  expect([await ask(false), await ask(false), await ask(false)]).toEqual([1, 2, 3])
})

test('expensive values are reused, refreshed in the background, and never older than five seconds', async () => {
  const { ask, wait, made } = working()
  expect([await ask(true), await ask(true)]).toEqual([1, 1])
  wait(3000)
  expect(await ask(true)).toBe(1)
  expect(made()).toBe(2)
  expect(await ask(true)).toBe(2)
  wait(5001)
  expect(await Promise.all([ask(true), ask(true)])).toEqual([3, 3])
})

test('failures are not cached', async () => {
  const memory = openMemory()
  const ask = (work: () => Promise<number>) => memory.cache('x', work, () => true)
  await expect(ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(ask(() => Promise.resolve(1))).resolves.toBe(1)
})
