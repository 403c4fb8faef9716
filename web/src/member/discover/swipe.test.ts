import { expect, test } from 'vitest'
import { choiceOf, recent, velocityOf } from './swipe.ts'

test('a slow swipe decides when it goes far, and a flick decides early', () => {
  expect([choiceOf(110, 0), choiceOf(-130, 0), choiceOf(109, 0.1)]).toEqual(['like', 'pass', null])
  expect([choiceOf(30, 0.8), choiceOf(-30, -0.8), choiceOf(20, 3)]).toEqual(['like', 'pass', null])
})

test('a card that is thrown back stays', () => {
  expect([choiceOf(200, -0.8), choiceOf(-200, 0.8)]).toEqual([null, null])
})

test('speed is measured over the last moment, so that a pause before letting go counts', () => {
  const samples = [0, 20, 40].map((at) => ({ x: at * 2, at }))
  expect(velocityOf(samples)).toBe(2)
  expect(velocityOf(recent(samples, 150))).toBe(0)
  expect(velocityOf([])).toBe(0)
})
