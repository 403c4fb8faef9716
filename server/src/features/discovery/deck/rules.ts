// The ranking of a deck: the probabilities of a like in each direction, multiplied, divided by exposure, times
// activity. All parameters are here, and a test compares those that SQL functions repeat
// (server/test/prove/parameters.test.ts). Members can't pay for a better rank.
import { worthOfMatch, type OutcomeWeights, type Weights } from './outcomes.ts'

export const parameters = {
  /** The prior, as likes and swipes, before a member's own are known. */
  prior: { likes: 2.4, of: 6 },
  /**
   * Weights in logits: how readily one person likes, how often the other is liked, the same two in the other direction,
   * and the score (for each 50 points).
   */
  weights: { readily: 1, liked: 1, ownLiked: 0, otherReadily: 0, score: 0.15 },
  /**
   * Members who like more than this share of the people they see count less, down to `least` for those who like
   * everyone. Those who count too little don't get a slot for having liked the viewer.
   */
  eager: { above: 0.75, least: 0.1, noPlaceBelow: 0.5 },
  /** At most half of a page are people who already like the viewer. */
  likersShare: 0.5,
  /** At most one card in ten is boosted. */
  boostedEvery: 10,
  /** The weight of a person who should be shown the viewer first (`turnOf`). */
  otherTurn: 0.5,
  /** At most one card in ten is of someone who has been away for long (`isAwayWith`). */
  awayEvery: 10,
  /**
   * The size of the pool, which is larger while little is known about the viewer's taste. `halfway` is the number of
   * swipes after which it is halfway between.
   */
  pool: { known: 60, unknown: 150, halfway: 25 },
  /** The share of a person's exposure that is left after a day. */
  decay: 0.93,
  lessExposed: 0.1,
  /** The weight of a person who was active within this many days, was active before that, or hides activity. */
  activity: { within: { 1: 1, 3: 0.9, 7: 0.6, 14: 0.3, 30: 0.1 }, longer: 0.02, hidden: 0.6 },
} as const

/** A deck is composed in pages of this size, whatever size is requested. */
export const PAGE_SIZE = 20

export type Prior = { likes: number; of: number }

export type GroupOrder = {
  /** Priors for how readily its members like, and how often they are liked. */
  gives: Prior
  gets: Prior
  /** The logit of its members' average like rate, and the weights that move it. */
  usual: number
  weights: Weights
  meanShown: number
}

export type RankingStats = {
  gaveLikes: number
  gave: number
  gotLikes: number
  got: number
  shown: number
  group: GroupOrder
}
/** The deck’s viewer, with the weights learned from outcomes if they apply to this viewer. */
export type Viewer = RankingStats & { outcomes?: OutcomeWeights | null }
export type Candidate = RankingStats & {
  id: string
  activity: number
  isAway: boolean
  turn: number
  compatibility: number | null
}

const logit = (share: number) => Math.log(share / (1 - share))
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/** Used until a group's own parameters are fitted. */
export const defaultGroupOrder: GroupOrder = {
  gives: parameters.prior,
  gets: parameters.prior,
  usual: logit(parameters.prior.likes / parameters.prior.of),
  weights: parameters.weights,
  meanShown: 1,
}

export const shrunk = (likes: number, of: number, prior: Prior = parameters.prior): number =>
  (likes + prior.likes) / (of + prior.of)

const given = ({ gaveLikes, gave, group }: RankingStats) => shrunk(gaveLikes, gave, group.gives)
const gotten = ({ gotLikes, got, group }: RankingStats) => shrunk(gotLikes, got, group.gets)

/** A member's difference from the mean of their group, in logits. */
const difference = (likes: number, of: number, prior: Prior) =>
  Math.log(((likes + prior.likes) * (prior.of - prior.likes)) / ((of - likes + prior.of - prior.likes) * prior.likes))
const readily = ({ gaveLikes, gave, group }: RankingStats) => difference(gaveLikes, gave, group.gives)
const liked = ({ gotLikes, got, group }: RankingStats) => difference(gotLikes, got, group.gets)

/** The inputs of a like's probability, in the order of the weights. */
export const marginals = (one: RankingStats, other: RankingStats, compatibility: number | null): Weights => ({
  readily: readily(one),
  liked: liked(other),
  ownLiked: liked(one),
  otherReadily: readily(other),
  score: compatibility === null ? 0 : (compatibility - 50) / 50,
})

export function chance(one: RankingStats, other: RankingStats, compatibility: number | null): number {
  const { usual, weights } = one.group
  const by = marginals(one, other, compatibility)
  return sigmoid(
    usual +
      weights.readily * by.readily +
      weights.liked * by.liked +
      weights.ownLiked * by.ownLiked +
      weights.otherReadily * by.otherReadily +
      weights.score * by.score,
  )
}

/** The less a viewer has swiped, the more candidates are read. */
export function poolFor({ gave }: Pick<RankingStats, 'gave'>): number {
  const { known, unknown, halfway } = parameters.pool
  return Math.round(known + ((unknown - known) * halfway) / (halfway + gave))
}

/**
 * Likes of a member who likes nearly everyone predict little about a match, so they count less. The prior is always the
 * weak default: a fitted one would hide such members for days in a community with little variation.
 */
export function worthOfLikes({ gaveLikes, gave }: RankingStats): number {
  const { above, least } = parameters.eager
  return 1 - ((1 - least) * Math.max(0, shrunk(gaveLikes, gave) - above)) / (1 - above)
}

export const mayTakeLikerSlot = (one: RankingStats): boolean => worthOfLikes(one) >= parameters.eager.noPlaceBelow

/** The divisor of a person's probability, which grows with recent exposure. */
const price = ({ shown, group }: RankingStats) => (1 + shown / Math.max(group.meanShown, 1)) ** 2

/** The part of the rank that doesn't depend on the viewer, as `order_rank()` computes it in the database. */
export const baseRank = (one: RankingStats, activity: number): number =>
  (given(one) * gotten(one) * worthOfLikes(one) * activity) / price(one)

const worthOf = (viewer: Viewer, candidate: RankingStats, compatibility: number | null): number =>
  viewer.outcomes ? worthOfMatch(viewer.outcomes, marginals(viewer, candidate, compatibility)) : 1

export const rank = (viewer: Viewer, candidate: Candidate, compatibility = candidate.compatibility): number =>
  (chance(viewer, candidate, compatibility) *
    chance(candidate, viewer, compatibility) *
    worthOfLikes(candidate) *
    candidate.activity *
    candidate.turn *
    worthOf(viewer, candidate, compatibility)) /
  price(candidate)

export const likerRank = (viewer: Viewer, candidate: Candidate): number =>
  (chance(viewer, candidate, candidate.compatibility) *
    worthOfLikes(candidate) *
    candidate.activity *
    worthOf(viewer, candidate, candidate.compatibility)) /
  price(candidate)

/**
 * Of two people, one should be shown the other first. If that person likes the other, the other finds them among the
 * likers; if not, one card is saved. A random draw for the pair decides, so it reveals nothing about either.
 */
export function turnOf(viewer: string, candidate: string, drawn: (pair: string) => number): number {
  const isLower = viewer < candidate
  const isLowersTurn = drawn(isLower ? `${viewer} ${candidate}` : `${candidate} ${viewer}`) < 0.5
  return isLower === isLowersTurn ? 1 : parameters.otherTurn
}

const mostAway = (count: number) => Math.floor(count / parameters.awayEvery)

/** Everyone who could be among the best `count` with some score. Only their scores have to be computed. */
export function contenders<One extends Candidate>(viewer: Viewer, candidates: readonly One[], count: number): One[] {
  const within = candidates.map((candidate) => ({
    candidate,
    least: rank(viewer, candidate, 0),
    most: rank(viewer, candidate, 100),
  }))
  const best = (isAway: boolean, slots: number) => {
    const some = within.filter(({ candidate }) => candidate.isAway === isAway)
    const needed = some.map(({ least }) => least).toSorted((a, b) => b - a)[slots - 1] ?? 0
    return some.filter(({ most }) => most >= needed).map(({ candidate }) => candidate)
  }
  return [...best(false, count), ...best(true, mostAway(count))]
}

/** Drops inactive people, worst first, beyond their few slots in a page of `count`. */
export function capInactive<One extends { isAway: boolean }>(ranked: readonly One[], count: number): One[] {
  let slots = mostAway(count)
  return ranked.filter(({ isAway }) => !isAway || slots-- > 0)
}

/**
 * The weight of recent activity, in steps. Hidden activity has a fixed weight, because any other would reveal it.
 * People who don't come back are shown less, because showing them is wasted.
 */
export function activityOf(lastActive: Date | null, shows: boolean, now: Date): number {
  const { within, longer, hidden } = parameters.activity
  if (!shows) return hidden
  const ago = lastActive ? (now.getTime() - lastActive.getTime()) / 86_400_000 : null
  return Object.entries(within).find(([days]) => ago !== null && ago <= Number(days))?.[1] ?? longer
}

/** True for the weights of people who have been away for over two weeks. Hidden activity never counts as away. */
export const isAwayWith = (activity: number): boolean => activity <= parameters.activity.within[30]

/**
 * Composes a page of the best by rank, with the viewer's likers shuffled in, so that a position reveals nothing, and at
 * most one boosted card in ten.
 */
export function composePage(
  ranked: readonly string[],
  likers: readonly string[],
  boosted: readonly string[],
  count: number,
  random: () => number,
): { id: string; boosted: boolean }[] {
  const guests = likers.slice(0, Math.floor(count * parameters.likersShare))
  const boosts = boosted.filter((id) => !guests.includes(id)).slice(0, Math.floor(count / parameters.boostedEvery))
  const taken = new Set([...guests, ...boosts])
  const page = ranked.filter((id) => !taken.has(id)).slice(0, count - taken.size)
  for (const id of guests) page.splice(Math.floor(random() * (page.length + 1)), 0, id)
  const cards = page.map((id) => ({ id, boosted: false }))
  boosts.forEach((id, at) => {
    const from = at * parameters.boostedEvery
    const slot = Math.min(cards.length, from + Math.floor(random() * parameters.boostedEvery))
    cards.splice(slot, 0, { id, boosted: true })
  })
  return cards
}

/** Deterministic for a seed, so that requesting a page twice returns the same page. */
export function seededRandom(seed: string): () => number {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507)
    state = Math.imul(state ^ (state >>> 13), 3266489909)
    state ^= state >>> 16
    return (state >>> 0) / 4294967296
  }
}
