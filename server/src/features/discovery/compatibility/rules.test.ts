import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreOf, type Known } from './rules.ts'

type Answer = { answer: number; accepted: number[]; importance: number }
const known = (answers: Record<string, Partial<Answer>>, more: Partial<Known> = {}): Known => ({
  answers: Object.fromEntries(
    Object.entries(answers).map(([id, { answer = 0, accepted = [0], importance = 10 }]) => [
      id,
      [answer, accepted, importance],
    ]),
  ),
  intention: null,
  interests: [],
  basics: {},
  ...more,
})

const anybody = fc
  .record({
    answers: fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      fc.record({
        answer: fc.nat(3),
        accepted: fc.uniqueArray(fc.nat(3), { minLength: 1 }),
        importance: fc.constantFrom(0, 1, 10, 50, 250),
      }),
    ),
    intention: fc.constantFrom(null, 'long-term', 'friends', 'open'),
    interests: fc.uniqueArray(fc.constantFrom('Choir', 'choir', 'bread', 'sea')),
  })
  .map(({ answers, ...more }) => known(answers, more))

test('a score is the same from both sides, and lies within its interval', () => {
  fc.assert(
    fc.property(anybody, anybody, (a, b) => {
      const [one, other] = [scoreOf(a, b), scoreOf(b, a)]
      expect(one?.score).toBe(other?.score)
      expect([one?.low, one?.high]).toEqual([other?.low, other?.high])
      if (!one) return
      expect(one.low).toBeLessThanOrEqual(one.score)
      expect(one.high).toBeGreaterThanOrEqual(one.score)
      expect(one.score).toBeGreaterThanOrEqual(0)
      expect(one.score).toBeLessThanOrEqual(100)
    }),
    { numRuns: 1000 },
  )
})

test('without common answers there is no score', () => {
  expect(scoreOf(known({}), known({}))).toBeNull()
  expect(scoreOf(known({ a: {} }), known({ b: {} }))).toBeNull()
  expect(scoreOf(known({}, { intention: 'friends' }), known({}, { intention: 'friends' }))).not.toBeNull()
})

test('few common answers pull the score to the middle and widen its interval', () => {
  const of = (count: number) =>
    known(Object.fromEntries(Array.from({ length: count }, (_, at) => [String.fromCodePoint(97 + at), {}])))
  const [few, many] = [scoreOf(of(2), of(2))!, scoreOf(of(20), of(20))!]
  expect(few.score).toBeLessThan(many.score)
  expect(few.high - few.low).toBeGreaterThan(many.high - many.low)
  expect(many).toMatchObject({ common: 20, theyMeet: 100, youMeet: 100 })
})

test('important answers weigh more, and unimportant ones nothing', () => {
  const mine = (importance: number) => known({ a: { accepted: [1], importance }, b: { importance: 10 } })
  const them = known({ a: { importance: 0 }, b: { importance: 10 } })
  const scores = [0, 10, 250].map((importance) => scoreOf(mine(importance), them)!.score)
  expect(scores[0]).toBeGreaterThan(scores[1]!)
  expect(scores[1]).toBeGreaterThan(scores[2]!)
})
