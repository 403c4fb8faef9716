import { expect, test } from 'vitest'
import { worthOfMatch, type OutcomeWeights } from '../deck/outcomes.ts'
import {
  contenders,
  marginals,
  rank,
  seededRandom,
  defaultGroupOrder,
  type Candidate,
  type RankingStats,
} from '../deck/rules.ts'
import {
  comparisonOf,
  exactWeights,
  laplace,
  MOVES,
  ONE_ANSWER,
  outcomeOf,
  PRIVACY,
  withPrivacyNoise,
  type OutcomeExample,
} from './outcomes.ts'
import type { ViewerCards } from './queries.ts'

const random = seededRandom('outcomes')
const some = (most: number) => Math.floor(random() * most)
const pause = async () => {}

function randomStats(): RankingStats {
  const [gave, got] = [2 + some(90), 2 + some(90)]
  return {
    gave,
    got,
    gaveLikes: 1 + some(gave - 1),
    gotLikes: 1 + some(got - 1),
    shown: some(40),
    group: defaultGroupOrder,
  }
}
const matchOf = (outcome: number): OutcomeExample => ({
  one: randomStats(),
  other: randomStats(),
  score: some(101),
  outcome,
})

/** Possible answers of one of two people: none, didn't meet, met, would meet again. */
const answers = [
  { met: false, again: false },
  { met: true, again: false },
  { met: true, again: true },
]

test('one person’s answers change a match’s outcome by no more than the noise can hide', () => {
  for (const theirs of answers)
    for (const replied of [false, true]) {
      const all = answers.map((own) =>
        outcomeOf({ replied, met: own.met || theirs.met, again: own.again && theirs.again }),
      )
      expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(ONE_ANSWER + 1e-9)
    }
  expect(outcomeOf({ replied: true, met: true, again: true })).toBeCloseTo(1)
})

test('whatever one person answered about another, the weights move by less than the noise hides', async () => {
  let most = 0
  for (let round = 0; round < 150; round++) {
    const matches = Array.from({ length: round % 3 === 0 ? 1 : 120 }, () => matchOf(random()))
    // A pair of two extreme people weighs most.
    const extreme = { gave: 90, gaveLikes: 89, got: 90, gotLikes: 89, shown: 0, group: defaultGroupOrder }
    const pair = { one: round % 2 ? extreme : randomStats(), other: extreme, score: 100 }
    const without = (1 - ONE_ANSWER) * random()
    const weightsWith = (outcome: number) => exactWeights([...matches, { ...pair, outcome }], null, pause)
    const [one, other] = [await weightsWith(without), await weightsWith(without + ONE_ANSWER)]
    const moved = one.reduce((sum, weight, nth) => sum + Math.abs(weight - other[nth]!), 0)
    most = Math.max(most, moved)
    expect(moved).toBeLessThanOrEqual(MOVES)
  }
  // The limit must not be so wide that anything would pass.
  expect(most).toBeGreaterThan(MOVES / 4)
})

test('the noise makes any weights at most so much likelier with an answer than without it', () => {
  // The distribution function of the noise, from its quantiles.
  const chanceBelow = (value: number) => {
    let [low, high] = [-0.5, 0.5]
    for (let halving = 0; halving < 60; halving++) {
      const middle = (low + high) / 2
      if (laplace(middle) < value) low = middle
      else high = middle
    }
    return low + 0.5
  }
  for (const value of [-0.3, -0.1, -0.03, 0, 0.03, 0.1, 0.3]) {
    const chanceAround = (at: number) => chanceBelow(at + 1e-4) - chanceBelow(at - 1e-4)
    expect(chanceAround(value) / chanceAround(value + MOVES)).toBeLessThanOrEqual(Math.exp(PRIVACY) * 1.001)
    expect(chanceAround(value + MOVES) / chanceAround(value)).toBeLessThanOrEqual(Math.exp(PRIVACY) * 1.001)
  }
})

test('what makes matches turn out well is learned from many, and weights stay within limits', async () => {
  const truth = { score: 0.4, liked: 0, readily: 0, apart: -0.4 }
  const matches = Array.from({ length: 20_000 }, () => {
    const match = matchOf(0)
    const worth = worthOfMatch(truth, marginals(match.one, match.other, match.score))
    return { ...match, outcome: random() < 0.4 * worth ? 1 : 0 }
  })
  const found = withPrivacyNoise(await exactWeights(matches, null, pause), () => laplace(random() - 0.5))
  expect(found.score).toBeGreaterThan(0.2)
  expect(found.apart).toBeLessThan(-0.2)
  expect(withPrivacyNoise([9, 9, -9, -9], () => 0)).toEqual({ score: 0.5, liked: 0.5, readily: -0.5, apart: -0.5 })
  expect(withPrivacyNoise([-9, 0.123, 0, 0], () => 0)).toEqual({ score: 0, liked: 0.12, readily: 0, apart: 0 })
})

test('with outcomes, too, anyone who could rank among the best is a candidate, and no rank more than doubles', () => {
  const outcomes: OutcomeWeights = { score: 0.5, liked: 0.5, readily: -0.5, apart: 0.5 }
  for (let round = 0; round < 30; round++) {
    const viewer = { ...randomStats(), outcomes }
    const people = Array.from({ length: 120 }, (_, at): Candidate => ({
      ...randomStats(),
      id: `p${at}`,
      activity: 1,
      isAway: false,
      turn: 1,
      compatibility: some(101),
    }))
    const best = people.toSorted((a, b) => rank(viewer, b) - rank(viewer, a)).slice(0, 20)
    const contending = new Set(contenders(viewer, people, 20).map(({ id }) => id))
    expect(best.filter(({ id }) => !contending.has(id))).toEqual([])
    for (const each of people) {
      const factor = rank(viewer, each) / rank({ ...viewer, outcomes: null }, each)
      expect(Math.abs(Math.log2(factor))).toBeLessThanOrEqual(1.0001)
    }
  }
})

const viewers = (count: number, matchRate: number, name: string): ViewerCards[] =>
  Array.from({ length: count }, (_, nth) => {
    const matches = Array.from({ length: 100 }, () => random() < matchRate).filter(Boolean).length
    return { viewer: `${name} ${nth}`, cards: 100, matches, replies: Math.floor(matches / 4) }
  })
const isHeldOut = (viewer: string) => viewer.startsWith('held')

test('both groups are compared for each 100 cards, with an interval', () => {
  const clear = comparisonOf([...viewers(400, 0.08, 'x'), ...viewers(60, 0.04, 'held')], isHeldOut)!
  expect(clear).toMatchObject({ cards: 40_000, cardsHeldOut: 6000 })
  expect(clear.matches!.learned).toBeGreaterThan(7)
  expect(clear.matches!.low).toBeGreaterThan(0)
  expect(clear.matches!.high).toBeLessThan(6)
  const same = comparisonOf([...viewers(400, 0.04, 'x'), ...viewers(60, 0.04, 'held')], isHeldOut)!
  expect(same.matches!.low).toBeLessThan(0)
  expect(same.matches!.high).toBeGreaterThan(0)
})

test('the interval has the difference in nine of ten worlds at least, also where viewers differ', () => {
  let holds = 0
  for (let world = 0; world < 200; world++) {
    const all = ['x', 'held'].flatMap((name) =>
      Array.from({ length: name === 'x' ? 300 : 40 }, (_, nth) => {
        const rate = random() < 0.2 ? 0.2 : 0.02
        const cards = 20 + some(100)
        const matches = Array.from({ length: cards }, () => random() < rate).filter(Boolean).length
        return { viewer: `${name} ${nth}`, cards, matches, replies: 0 }
      }),
    )
    const { low, high } = comparisonOf(all, isHeldOut)!.matches!
    holds += Number(low <= 0 && high >= 0)
  }
  expect(holds).toBeGreaterThan(180)
})

test('with few viewers or few matches nothing is said', () => {
  expect(comparisonOf([...viewers(400, 0.1, 'x'), ...viewers(29, 0.1, 'held')], isHeldOut)).toBeNull()
  expect(comparisonOf([], isHeldOut)).toBeNull()
  const rare = comparisonOf([...viewers(400, 0.1, 'x'), ...viewers(40, 0.0001, 'held')], isHeldOut)!
  expect([rare.matches, rare.replies]).toEqual([null, null])
})
