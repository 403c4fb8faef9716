// The order of a deck: the chance of a like in each direction, multiplied, divided by exposure, times activity. Every
// parameter is here. A test compares those that SQL functions repeat (server/test/discovery/parameters.test.ts). What
// members pay isn't a parameter.

export const parameters = {
  /** The prior: so many likes of so many choices, before a member's own are known. */
  prior: { likes: 10, of: 25 },
  /** How many logits a score adds at most, while little else is known. */
  compatibility: 1,
  /** At most a quarter of a deck are people who already like the viewer. */
  likersShare: 0.25,
  /** At most one card in ten is boosted. */
  boostedEvery: 10,
  /** The size of the pool: larger while less is known about how the viewer chooses. */
  pool: { known: 60, unknown: 150 },
  /** What is left of a person's exposure after a day. */
  fades: 0.93,
  /** The weight of a person who was active within so many days, wasn't, or hides it. */
  activity: { within: { 1: 1, 7: 0.8, 30: 0.5 }, longer: 0.25, hidden: 0.6 },
} as const

/** A deck is laid out in blocks of this size, whatever the page size. */
export const BLOCK = 20

export type Standing = { gaveLikes: number; gave: number; gotLikes: number; got: number; shown: number }
export type Candidate = Standing & { id: string; activity: number; compatibility: number | null }

const logit = (share: number) => Math.log(share / (1 - share))
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/** A share of likes, shrunk toward the prior while there are few choices. */
export const shrunk = (likes: number, of: number): number =>
  (likes + parameters.prior.likes) / (of + parameters.prior.of)

const usual = logit(parameters.prior.likes / parameters.prior.of)

/** How likely the one is to like the other: from how often the one likes, and how often the other is liked. */
export function chance(one: Standing, other: Standing, compatibility: number | null): number {
  const readily = logit(shrunk(one.gaveLikes, one.gave))
  const liked = logit(shrunk(other.gotLikes, other.got))
  const known = Math.min(one.gave, other.got)
  const little = parameters.prior.of / (parameters.prior.of + known)
  const agrees = compatibility === null ? 0 : ((compatibility - 50) / 50) * parameters.compatibility * little
  return sigmoid(readily + liked - usual + agrees)
}

/** The less is known about a viewer, the more a score can move a candidate, and the more candidates are read. */
export function poolFor({ gave }: Pick<Standing, 'gave'>): number {
  const { pool, prior } = parameters
  return Math.round(pool.known + ((pool.unknown - pool.known) * prior.of) / (prior.of + gave))
}

/** The part of the rank that doesn't depend on the viewer, as `base_rank()` computes it in the database. */
export const baseRank = (one: Standing, meanShown: number, activity: number): number =>
  (shrunk(one.gaveLikes, one.gave) * shrunk(one.gotLikes, one.got) * activity) /
  (1 + one.shown / Math.max(meanShown, 1)) ** 2

export const rank = (viewer: Standing, candidate: Candidate, meanShown: number): number =>
  (chance(viewer, candidate, candidate.compatibility) *
    chance(candidate, viewer, candidate.compatibility) *
    candidate.activity) /
  (1 + candidate.shown / Math.max(meanShown, 1)) ** 2

/** Everyone who can be among the best `count`, whatever their scores are. Only their scores have to be computed. */
export function contenders(viewer: Standing, candidates: readonly Candidate[], meanShown: number, count: number) {
  const within = candidates.map((candidate) => ({
    candidate,
    least: rank(viewer, { ...candidate, compatibility: 0 }, meanShown),
    most: rank(viewer, { ...candidate, compatibility: 100 }, meanShown),
  }))
  const needed = within.map(({ least }) => least).toSorted((a, b) => b - a)[count - 1] ?? 0
  return within.filter(({ most }) => most >= needed).map(({ candidate }) => candidate)
}

/** The weight of recent activity, in steps. People who hide it get a weight in the middle. */
export function activityOf(lastActive: Date | null, shows: boolean, now: Date): number {
  const { within, longer, hidden } = parameters.activity
  if (!shows) return hidden
  const ago = lastActive ? (now.getTime() - lastActive.getTime()) / 86_400_000 : Infinity
  return Object.entries(within).find(([days]) => ago <= Number(days))?.[1] ?? longer
}

/**
 * Lays out a block: the best by rank, with likers of the viewer shuffled in, so that a position reveals nothing, and at
 * most one boosted card in ten.
 */
export function layOut(
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
    const place = Math.min(cards.length, from + Math.floor(random() * parameters.boostedEvery))
    cards.splice(place, 0, { id, boosted: true })
  })
  return cards
}

/** A random generator that repeats for the same seed, so that a block that is requested twice is the same block. */
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
