import { expect, test } from 'vitest'
import { swipeResult, recent, velocityOf } from './swipe.ts'

test('a slow swipe decides when it goes far, and a flick decides early', () => {
  expect([swipeResult(110, 0), swipeResult(-130, 0), swipeResult(109, 0.1)]).toEqual(['like', 'pass', null])
  expect([swipeResult(30, 0.8), swipeResult(-30, -0.8), swipeResult(20, 3)]).toEqual(['like', 'pass', null])
})

test('a card that is thrown back stays', () => {
  expect([swipeResult(200, -0.8), swipeResult(-200, 0.8)]).toEqual([null, null])
})

test('speed is measured over the last moment, so that a pause before letting go counts', () => {
  const samples = [0, 20, 40].map((at) => ({ x: at * 2, at }))
  expect(velocityOf(samples)).toBe(2)
  expect(velocityOf(recent(samples, 150))).toBe(0)
  expect(velocityOf([])).toBe(0)
})
