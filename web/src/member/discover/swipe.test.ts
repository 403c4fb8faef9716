import { expect, test } from 'vitest'
import { pulledTo, pullOf, recent, swipeResult, velocityOf } from './swipe.ts'

const aside = (ahead: number) => ({ ahead, up: 0 })
const upward = (up: number) => ({ ahead: 0, up })

test('a slow swipe decides when it goes far, and a flick decides early', () => {
  const still = aside(0)
  expect([swipeResult(aside(110), still), swipeResult(aside(-130), still)]).toEqual(['like', 'pass'])
  expect(swipeResult(aside(109), aside(0.1))).toBe(null)
  expect([swipeResult(aside(30), aside(0.8)), swipeResult(aside(-30), aside(-0.8))]).toEqual(['like', 'pass'])
  expect(swipeResult(aside(20), aside(3))).toBe(null)
})

test('a swipe up is a super like, unless it went farther to a side', () => {
  expect([swipeResult(upward(110), upward(0)), swipeResult(upward(30), upward(0.8))]).toEqual([
    'superlike',
    'superlike',
  ])
  expect([swipeResult(upward(60), upward(0)), swipeResult(upward(-200), upward(-1))]).toEqual([null, null])
  expect(swipeResult({ ahead: -130, up: 120 }, aside(0))).toBe('pass')
})

test('a card that is thrown back stays', () => {
  expect([swipeResult(aside(200), aside(-0.8)), swipeResult(aside(-200), aside(0.8))]).toEqual([null, null])
  expect(swipeResult(upward(200), upward(-0.8))).toBe(null)
})

test('the pull grows toward one action and is full where the card would leave', () => {
  expect([pullOf(aside(0)), pullOf(aside(-55)), pullOf(upward(300))]).toEqual([0, 0.5, 1])
  expect(pulledTo({ ahead: 20, up: 30 }).action).toBe('superlike')
})

test('speed is measured over the last moment, so that a pause before letting go counts', () => {
  const samples = [0, 20, 40].map((at) => ({ ahead: at * 2, up: -at, at }))
  expect(velocityOf(samples)).toEqual({ ahead: 2, up: -1 })
  expect(velocityOf(recent(samples, 150))).toEqual({ ahead: 0, up: 0 })
  expect(velocityOf([])).toEqual({ ahead: 0, up: 0 })
})
