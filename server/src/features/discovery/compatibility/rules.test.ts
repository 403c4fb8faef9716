import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../deck/rules.ts'
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

test('few common answers pull the score to what is usual and widen its interval', () => {
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

test('one heavy answer among many tells less than as many equal ones', () => {
  const of = (importances: number[]) =>
    known(Object.fromEntries(importances.map((importance, at) => [String.fromCodePoint(97 + at), { importance }])))
  const [equal, uneven] = [of(Array(10).fill(50)), of([250, ...Array(9).fill(1)])].map((one) => scoreOf(one, one)!)
  expect(uneven!.high - uneven!.low).toBeGreaterThan((equal!.high - equal!.low) * 1.3)
})

const seeded = seededRandom('coverage')
/** A share around the mean, as far apart as two independent draws of three each make it. */
const someShare = (mean: number) => {
  const draws = Array.from({ length: 5 }, () => seeded())
  return Math.min(0.98, Math.max(0.02, mean + (draws.reduce((sum, each) => sum + each, 0) / 5 - 0.5) * 1.4))
}

test.each([
  [5, 0.65],
  [10, 0.65],
  [10, 0.5],
  [30, 0.7],
])(
  'with %i answers and a usual share of %f, nine in ten intervals contain what more answers would say',
  (count, mean) => {
    const pairs = 2000
    let within = 0
    for (let pair = 0; pair < pairs; pair++) {
      const [my, their] = [someShare(mean), someShare(mean)]
      const importances = Array.from({ length: count }, () => [1, 10, 50][Math.floor(seeded() * 3)]!)
      const answers = (met: number) =>
        Object.fromEntries(
          importances.map((importance, at) => [
            `q${at}`,
            { importance, answer: 0, accepted: [seeded() < met ? 0 : 1] },
          ]),
        )
      const { low, high } = scoreOf(known(answers(my)), known(answers(their)), mean)!
      const truth = Math.sqrt(my * their) * 100
      if (truth >= low && truth <= high) within++
    }
    expect(within / pairs).toBeGreaterThan(0.87)
    expect(within / pairs).toBeLessThan(0.96)
  },
)
