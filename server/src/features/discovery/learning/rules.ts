// Learns the ranking parameters from swipes: priors by moments, and weights by a logistic regression on the stats
// before each swipe.
import { chance, type GroupOrder, marginals, parameters, type Prior, type RankingStats } from '../deck/rules.ts'
import type { Weights } from '../deck/outcomes.ts'

/**
 * Lower bounds to try for the weight of priors, in swipes (`fitGroups`). Moments alone are too bold about people with
 * few known swipes.
 */
export const LEAST_PRIORS = [3, 5, 8, 12, 18, 25] as const
const MOST = 25

/** The variation of like rates among a group's members, and the number of swipes behind each rate. */
export type Moments = { members: number; mean: number; variance: number; meanOfInverse: number }

/** The variation among fewer members is unreliable. */
const FEWEST_MEMBERS = 50

/**
 * The prior from the variation among members: k = m (1 − m) / variance − 1. The variance excludes the part that comes
 * from so few swipes each.
 */
export function priorOf({ members, mean, variance, meanOfInverse }: Moments, before: Prior, fewest: number): Prior {
  if (members < FEWEST_MEMBERS) return before
  const middle = Math.min(0.95, Math.max(0.02, mean))
  const drawn = middle * (1 - middle) * meanOfInverse
  const left = (variance - drawn) / (1 - meanOfInverse)
  const count = left <= 0 ? MOST : (middle * (1 - middle)) / left - 1
  const of = Math.min(MOST, Math.max(fewest, count))
  return { likes: middle * of, of }
}

export type Choice = { chooser: string; chosen: string; likes: boolean; score: number | null }
export type Example = { one: RankingStats; other: RankingStats; likes: boolean; score: number | null }

/** The gender groups of a member in several are joined by a plus. */
export type Member = RankingStats & { genderGroup: string | null; ageFrom: number | null }
/** The latest swipes in order of time, and everyone's stats before the first of them. */
export type Past = { choices: Choice[]; members: ReadonlyMap<string, Member> }

/** The fitted parameters of a group. The mean exposure is counted every night, with or without a fit. */
export type FittedGroup = Omit<GroupOrder, 'meanShown'>
export type FittedGroups = Record<string, FittedGroup>
export type GroupMoments = { gives: Moments; gets: Moments }

/**
 * Scores are read only for every nth swipe. The others get the average of those, which affects neither the weight nor
 * the mean.
 */
export function fillScores(choices: readonly Choice[], every: number): void {
  const read = choices.flatMap(({ score }) => (score === null ? [] : [score]))
  if (read.length === 0) return
  const usual = read.reduce((sum, score) => sum + score, 0) / read.length
  for (const [nth, choice] of choices.entries()) if (nth % every > 0) choice.score = usual
}

type StatsOf = (id: string) => RankingStats | undefined

export function undone(choices: Iterable<Choice>, statsOf: StatsOf): void {
  for (const { chooser, chosen, likes } of choices) {
    const [one, other] = [statsOf(chooser), statsOf(chosen)]
    if (one) {
      one.gave = Math.max(0, one.gave - 1)
      one.gaveLikes = Math.max(0, Math.min(one.gave, one.gaveLikes - Number(likes)))
    }
    if (!other) continue
    other.got = Math.max(0, other.got - 1)
    other.gotLikes = Math.max(0, Math.min(other.got, other.gotLikes - Number(likes)))
  }
}

/** Yields each swipe from the nth on with both people's stats before it, and updates the stats as it goes. */
export function* replayed(choices: Iterable<Choice>, statsOf: StatsOf, from = 0): Generator<Example> {
  let nth = 0
  for (const { chooser, chosen, likes, score } of choices) {
    const [one, other] = [statsOf(chooser), statsOf(chosen)]
    if (!one || !other) continue
    if (nth++ >= from) yield { one: { ...one }, other: { ...other }, likes, score }
    one.gave++
    other.got++
    if (!likes) continue
    one.gaveLikes++
    other.gotLikes++
  }
}

/**
 * Yields swipes as if both people were new: their stats include only the latest `known` swipes by and about each. Skips
 * a swipe if either person has fewer.
 */
export function* replayedWith(
  known: number,
  choices: Iterable<Choice>,
  statsOf: StatsOf,
  from = 0,
): Generator<Example> {
  const decisions = new Map<string, { gave: boolean[]; got: boolean[] }>()
  const decisionsOf = (id: string) => {
    const its = decisions.get(id) ?? { gave: [], got: [] }
    decisions.set(id, its)
    return its
  }
  const likesIn = (some: readonly boolean[]) => some.filter(Boolean).length
  const seen = (stats: RankingStats, { gave, got }: { gave: boolean[]; got: boolean[] }): RankingStats => ({
    ...stats,
    gave: known,
    gaveLikes: likesIn(gave),
    got: known,
    gotLikes: likesIn(got),
  })
  let nth = 0
  for (const { chooser, chosen, likes, score } of choices) {
    const [one, other] = [statsOf(chooser), statsOf(chosen)]
    if (!one || !other) continue
    const [its, theirs] = [decisionsOf(chooser), decisionsOf(chosen)]
    if (nth++ >= from && [its.gave, its.got, theirs.gave, theirs.got].every(({ length }) => length === known))
      yield { one: seen(one, its), other: seen(other, theirs), likes, score }
    for (const some of [its.gave, theirs.got]) {
      some.push(likes)
      if (some.length > known) some.shift()
    }
  }
}

const fields = ['readily', 'liked', 'ownLiked', 'otherReadily', 'score'] as const
const limits: Record<keyof Weights, [least: number, most: number]> = {
  readily: [0.3, 1.5],
  liked: [0.3, 1.5],
  ownLiked: [-0.5, 0.5],
  otherReadily: [-0.5, 0.5],
  score: [0, 0.5],
}

export type Row = { x: readonly number[]; y: boolean | number }

/** The regression's row of a swipe: a one for the intercept, and the marginals. */
export function rowOf({ one, other, likes, score }: Example): Row {
  const by = marginals(one, other, score)
  // In the order of `fields`. Written out, the numbers are stored side by side and summed faster.
  return { x: [1, by.readily, by.liked, by.ownLiked, by.otherReadily, by.score], y: likes }
}

/** The regression starts from the current parameters and stays close to them. */
export const startOf = ({ usual, weights }: { usual: number; weights: Weights }): number[] => [
  usual,
  ...fields.map((field) => weights[field]),
]

/** One step of Newton's method toward the best fit of the rows, kept close to `center`. */
export function step(rows: readonly Row[], at: readonly number[], center: readonly number[], ridge: number): number[] {
  const size = at.length
  const gradient = at.map((value, i) => -ridge * (value - (center[i] ?? 0)))
  const hessian = at.map((_, i) => at.map((__, j) => (i === j ? ridge : 0)))
  for (const { x, y } of rows) {
    let sum = 0
    for (let i = 0; i < size; i++) sum += (at[i] ?? 0) * (x[i] ?? 0)
    const p = 1 / (1 + Math.exp(-sum))
    const [error, weight] = [Number(y) - p, p * (1 - p)]
    for (let i = 0; i < size; i++) {
      const xi = x[i] ?? 0
      gradient[i] = (gradient[i] ?? 0) + error * xi
      const line = hessian[i] ?? []
      for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + weight * xi * (x[j] ?? 0)
    }
  }
  // The loop sums only the lower half, because the upper one is the same.
  const whole = hessian.map((line, i) => line.map((value, j) => (j > i ? (hessian[j]?.[i] ?? 0) : value)))
  const change = solved(whole, gradient)
  return at.map((value, i) => value + Math.max(-2, Math.min(2, change[i] ?? 0)))
}

const ROUNDS = 8
/** Smaller steps don't change any probability noticeably. */
const SMALL = 1e-4

/** Repeats steps until they are small, each after `pause`. */
export async function descend(
  rows: readonly Row[],
  start: readonly number[],
  ridge: number,
  pause: () => Promise<void>,
): Promise<number[]> {
  let at = [...start]
  for (let round = 0; round < ROUNDS; round++) {
    const before = at
    at = step(rows, at, start, ridge)
    await pause()
    if (at.every((value, i) => Math.abs(value - (before[i] ?? 0)) < SMALL)) break
  }
  return at
}

function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((line, i) => [...line, right[i] ?? 0])
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 0; i < rows.length; i++)
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue
      const factor = cell(k, i) / cell(i, i)
      rows[k] = (rows[k] ?? []).map((value, j) => value - factor * cell(i, j))
    }
  return rows.map((_, i) => cell(i, rows.length) / cell(i, i))
}

export function clipped([usual = 0, ...values]: readonly number[]): { usual: number; weights: Weights } {
  const within = (field: keyof Weights) => {
    const [least, most] = limits[field]
    return Math.min(most, Math.max(least, values[fields.indexOf(field)] ?? parameters.weights[field]))
  }
  const weights = {
    readily: within('readily'),
    liked: within('liked'),
    ownLiked: within('ownLiked'),
    otherReadily: within('otherReadily'),
    score: within('score'),
  }
  return { usual: Math.min(4, Math.max(-5, usual)), weights }
}

type Guess = { chance: number; likes: boolean }

export const guessOf = ({ one, other, likes, score }: Example): Guess => ({ chance: chance(one, other, score), likes })

export const lossOf = (guesses: readonly Guess[]): number =>
  guesses.reduce((sum, each) => sum - Math.log(Math.max(1e-9, each.likes ? each.chance : 1 - each.chance)), 0) /
  Math.max(1, guesses.length)

/** The slope of calibration: 1 if probabilities are neither too bold nor too timid. */
export function slopeOf(guesses: readonly Guess[]): number {
  const rows = guesses.map(({ chance: p, likes }) => ({ x: [1, Math.log(p / (1 - p))], y: likes }))
  let at = [0, 1]
  for (let round = 0; round < 8; round++) at = step(rows, at, [0, 1], 1e-6)
  return at[1] ?? 1
}
