import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../deck/rules.ts'
import { metOf, scoreOf, UNKNOWN, type Known, type Usual } from './rules.ts'

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
/** A random share around the mean, from the average of five draws. */
const someShare = (mean: number) => {
  const draws = Array.from({ length: 5 }, () => seeded())
  return Math.min(0.98, Math.max(0.02, mean + (draws.reduce((sum, each) => sum + each, 0) / 5 - 0.5) * 1.4))
}

type Bank = { importances: readonly number[]; strictness: (importance: number) => number }
/** How often preferences of this importance are met, for someone whose preferences are met this often overall. */
const metAt = (share: number, importance: number, { strictness }: Bank) =>
  Math.min(0.98, Math.max(0.02, share * strictness(importance)))

/** The known answers of one side of a pair, and the share that sixty answers would show. */
function side(mean: number, count: number, bank: Bank) {
  const share = someShare(mean)
  const importances = Array.from(
    { length: 60 },
    () => bank.importances[Math.floor(seeded() * bank.importances.length)]!,
  )
  const total = importances.reduce((sum, each) => sum + each, 0)
  const truth = importances.reduce((sum, each) => sum + each * metAt(share, each, bank), 0) / total
  const answers = importances.slice(0, count).map((importance, at): [string, Answer] => {
    const isMet = seeded() < metAt(share, importance, bank)
    return [`q${at}`, { importance, answer: 0, accepted: [isMet ? 0 : 1] }]
  })
  return { truth, known: known(Object.fromEntries(answers)) }
}
type Pair = readonly [ReturnType<typeof side>, ReturnType<typeof side>]

const equal: Bank = { importances: [1, 10, 50], strictness: () => 1 }
const heavy: Bank = { importances: [1, 10, 10, 50, 50, 250], strictness: () => 1 }
/** The most important preferences are met least: those of importance 250 two thirds as often. */
const strict: Bank = { ...heavy, strictness: (importance) => 1.1 - 0.08 * Math.log(importance) }

/**
 * Communities that differ in the share of preferences people usually meet, with pairs who have few or many answers in
 * common.
 */
const communities = Object.entries({ equal, heavy, strict }).flatMap(([name, bank]) =>
  [0.5, 0.7, 0.85].map((mean) => {
    const pairsOf = (count: number) =>
      Array.from({ length: 500 }, (): Pair => [side(mean, count, bank), side(mean, count, bank)])
    const byCount = [1, 3, 5, 10, 30].map((count) => ({ count, pairs: pairsOf(count) }))
    const met = byCount.flatMap(({ pairs }) => pairs.map(([my, their]) => metOf(my.known, their.known) ?? 0))
    return { name: `${name} ${mean}`, byCount, usual: met.reduce((sum, each) => sum + each, 0) / met.length }
  }),
)

const isCovered = ([my, their]: Pair, usual: Usual): boolean => {
  const { low, high } = scoreOf(my.known, their.known, usual)!
  const truth = Math.sqrt(my.truth * their.truth) * 100
  return low <= truth && truth <= high
}

test.each([
  [0, 0.995],
  [20, 0.99],
  [200, 0.98],
])(
  'with a usual share learned from %i people, about nine in ten intervals contain what more answers would say',
  (people, most) => {
    for (const { name, byCount, usual } of communities)
      for (const { count, pairs } of byCount) {
        const covered =
          pairs.filter((pair) => isCovered(pair, people === 0 ? UNKNOWN : { mean: usual, people })).length /
          pairs.length
        expect(covered, `${name}, ${count} answers`).toBeGreaterThan(0.87)
        expect(covered, `${name}, ${count} answers`).toBeLessThan(most)
      }
  },
)
