import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inBatches, inTurns } from './in-turns.ts'

const busyFor = (time: number): void => {
  const end = performance.now() + time
  while (performance.now() < end);
}

test('work in turns does everything in order, and leaves others half of the time', async () => {
  const done: number[] = []
  let turnsOfOthers = 0
  const others = setInterval(() => turnsOfOthers++, 1)
  const began = performance.now()
  await inTurns(Array.from({ length: 60 }).keys(), (item) => {
    busyFor(1)
    done.push(item)
  })
  clearInterval(others)
  expect(done).toEqual([...Array.from({ length: 60 }).keys()])
  expect(performance.now() - began).toBeGreaterThan(100)
  expect(turnsOfOthers).toBeGreaterThan(15)
})

test('after each part but the last there is a rest as long as it took', async () => {
  const spans: { began: number; ended: number }[] = []
  await inBatches(async () => {
    const began = performance.now()
    await pause(20)
    spans.push({ began, ended: performance.now() })
    return spans.length < 4
  })
  expect(spans).toHaveLength(4)
  for (const [before, { began }] of spans.slice(1).entries()) expect(began - spans[before]!.ended).toBeGreaterThan(15)
})
