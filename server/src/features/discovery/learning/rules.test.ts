import { expect, test } from 'vitest'
import {
  chance,
  parameters,
  seededRandom,
  defaultGroupOrder,
  type GroupOrder,
  type RankingStats,
} from '../deck/rules.ts'
import {
  clipped,
  guessOf,
  lossOf,
  priorOf,
  replayed,
  rowOf,
  slopeOf,
  startOf,
  step,
  undone,
  type Choice,
  type Example,
} from './rules.ts'

const random = seededRandom('learning')
const stats = (more: Partial<RankingStats> = {}): RankingStats => ({
  gaveLikes: 0,
  gave: 0,
  gotLikes: 0,
  got: 0,
  shown: 0,
  group: defaultGroupOrder,
  ...more,
})
const someOf = (of: number) => Math.floor(random() * (of + 1))
const randomStats = (group: GroupOrder = defaultGroupOrder) =>
  stats({ gave: 40, gaveLikes: someOf(40), got: 40, gotLikes: someOf(40), group })

/** Swipes that follow known parameters. */
const examplesOf = (count: number, truth: GroupOrder): Example[] =>
  Array.from({ length: count }, () => {
    const [one, other, score] = [randomStats(), randomStats(), someOf(100)]
    const likes = random() < chance({ ...one, group: truth }, { ...other, group: truth }, score)
    return { one, other, score, likes }
  })

test('weights are found that choices follow, and their chances are calibrated', () => {
  const truth = {
    ...defaultGroupOrder,
    usual: -1,
    weights: { readily: 0.7, liked: 1.2, ownLiked: -0.3, otherReadily: 0.1, score: 0.3 },
  }
  const examples = examplesOf(20_000, truth)
  let at = startOf(defaultGroupOrder)
  for (let round = 0; round < 8; round++) at = step(examples.map(rowOf), at, startOf(defaultGroupOrder), 10)
  const fitted = clipped(at)
  const found = startOf(fitted)
  startOf(truth).forEach((weight, nth) => expect(Math.abs(found[nth]! - weight)).toBeLessThan(0.12))
  const held = examplesOf(5000, truth)
  const withGroup = (group: GroupOrder) =>
    held.map((each) => guessOf({ ...each, one: { ...each.one, group }, other: { ...each.other, group } }))
  const better = withGroup({ ...defaultGroupOrder, ...fitted })
  expect(lossOf(better)).toBeLessThan(lossOf(withGroup(defaultGroupOrder)))
  expect(Math.abs(slopeOf(better) - 1)).toBeLessThan(0.1)
})

test('with few choices, weights stay near those in use, and never leave their limits', () => {
  const start = startOf(defaultGroupOrder)
  const rows = examplesOf(3, defaultGroupOrder).map((each) => rowOf({ ...each, likes: true }))
  const few = step(rows, start, start, 10)
  few.forEach((value, nth) => expect(Math.abs(value - start[nth]!)).toBeLessThan(0.5))
  const wild = clipped([99, 99, -99, 99, -99, 99])
  expect(wild.usual).toBeLessThan(5)
  expect(wild.weights).toEqual({ readily: 1.5, liked: 0.3, ownLiked: 0.5, otherReadily: -0.5, score: 0.5 })
})

test('priors are as strong as members differ little, between the least and 25, and need enough members', () => {
  const before = parameters.prior
  const of = (variance: number, members = 500) =>
    priorOf({ members, mean: 0.3, variance, meanOfInverse: 0.02 }, before, 3)
  // With k = 6, shares vary by m (1 - m) / 7, plus the variance from drawing 50 swipes.
  const six = (0.3 * 0.7) / 7
  expect(of(six * 0.98 + 0.3 * 0.7 * 0.02).of).toBeCloseTo(6, 5)
  expect(of(six * 0.98 + 0.3 * 0.7 * 0.02).likes).toBeCloseTo(1.8, 5)
  expect([of(0.0001).of, of(0.2).of]).toEqual([25, 3])
  expect(priorOf({ members: 500, mean: 0.3, variance: 0.2, meanOfInverse: 0.02 }, before, 8).of).toBe(8)
  expect(of(six, 49)).toBe(before)
})

test('each choice is seen with what was known before it, and nothing of what came later', () => {
  const people = new Map([
    ['a', stats({ gave: 3, gaveLikes: 2 })],
    ['b', stats({ got: 2, gotLikes: 1 })],
  ])
  const choices: Choice[] = [
    { chooser: 'a', chosen: 'b', likes: true, score: null },
    { chooser: 'a', chosen: 'gone', likes: true, score: null },
    { chooser: 'a', chosen: 'b', likes: false, score: null },
  ]
  undone([choices[0]!, choices[2]!], (id) => people.get(id))
  const seen = [...replayed(choices, (id) => people.get(id))].map(({ one, other }) => [
    one.gave,
    one.gaveLikes,
    other.got,
    other.gotLikes,
  ])
  expect(seen).toEqual([
    [1, 1, 0, 0],
    [2, 2, 1, 1],
  ])
  expect(people.get('a')).toMatchObject({ gave: 3, gaveLikes: 2 })
})
