// The order of a deck: how likely a yes is, both ways, multiplied; over how often somebody is shown already; times how
// lately they were here. Every parameter is here. Of those that SQL functions repeat, a test says that they are the same
// (server/test/discovery/parameters.test.ts). What somebody pays isn't one.

export const parameters = {
  /** How many choices the average person counts for, before somebody's own are known. */
  prior: { likes: 10, of: 25 },
  /** How much a score moves the estimate while little else is known: at most this, in logits. */
  compatibility: 1,
  /** A quarter of a deck at most goes to people who like the viewer already. */
  likersShare: 0.25,
  /** A card that somebody asked to be shown on: at most one in ten. */
  boostedEvery: 10,
  /** Of how many the best are found: of so many more, the less is known of how somebody chooses. */
  pool: { known: 60, unknown: 150 },
  /** What is left of somebody's exposure after a day. */
  fades: 0.93,
  /** What somebody counts who was here within so many days, who wasn't, and who doesn't show it. */
  activity: { within: { 1: 1, 7: 0.8, 30: 0.5 }, longer: 0.25, hidden: 0.6 },
} as const

/** A deck is laid out in blocks of so many, however many are asked for at once. */
export const BLOCK = 20

export type Standing = { gaveLikes: number; gave: number; gotLikes: number; got: number; shown: number }
export type Candidate = Standing & { id: string; activity: number; compatibility: number | null }

const logit = (share: number) => Math.log(share / (1 - share))
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/** A share of likes, drawn hard toward the usual one while it rests on little. */
export const shrunk = (likes: number, of: number): number =>
  (likes + parameters.prior.likes) / (of + parameters.prior.of)

const usual = logit(parameters.prior.likes / parameters.prior.of)

/** How likely the one likes the other: how readily they like, and how often the other is liked. */
export function chance(one: Standing, other: Standing, compatibility: number | null): number {
  const readily = logit(shrunk(one.gaveLikes, one.gave))
  const liked = logit(shrunk(other.gotLikes, other.got))
  const known = Math.min(one.gave, other.got)
  const little = parameters.prior.of / (parameters.prior.of + known)
  const agrees = compatibility === null ? 0 : ((compatibility - 50) / 50) * parameters.compatibility * little
  return sigmoid(readily + liked - usual + agrees)
}

/** The less is known of somebody, the more a score moves, and the further down the order may be who suits them. */
export function poolFor({ gave }: Pick<Standing, 'gave'>): number {
  const { pool, prior } = parameters
  return Math.round(pool.known + ((pool.unknown - pool.known) * prior.of) / (prior.of + gave))
}

/** The part of the order that doesn't depend on who looks, as `base_rank()` computes it in the database. */
export const baseRank = (one: Standing, meanShown: number, activity: number): number =>
  (shrunk(one.gaveLikes, one.gave) * shrunk(one.gotLikes, one.got) * activity) /
  (1 + one.shown / Math.max(meanShown, 1)) ** 2

export const rank = (viewer: Standing, candidate: Candidate, meanShown: number): number =>
  (chance(viewer, candidate, candidate.compatibility) *
    chance(candidate, viewer, candidate.compatibility) *
    candidate.activity) /
  (1 + candidate.shown / Math.max(meanShown, 1)) ** 2

/** Those who may be among the best `count`, whatever their scores turn out to be: only theirs have to be known. */
export function contenders(viewer: Standing, candidates: readonly Candidate[], meanShown: number, count: number) {
  const within = candidates.map((candidate) => ({
    candidate,
    least: rank(viewer, { ...candidate, compatibility: 0 }, meanShown),
    most: rank(viewer, { ...candidate, compatibility: 100 }, meanShown),
  }))
  const needed = within.map(({ least }) => least).toSorted((a, b) => b - a)[count - 1] ?? 0
  return within.filter(({ most }) => most >= needed).map(({ candidate }) => candidate)
}

/** How lately somebody was here, in rough steps; who does not show it counts as somebody in the middle. */
export function activityOf(lastActive: Date | null, shows: boolean, now: Date): number {
  const { within, longer, hidden } = parameters.activity
  if (!shows) return hidden
  const ago = lastActive ? (now.getTime() - lastActive.getTime()) / 86_400_000 : Infinity
  return Object.entries(within).find(([days]) => ago <= Number(days))?.[1] ?? longer
}

/**
 * Lays out a block: the best by rank, with those who like the viewer already shuffled in, so that a place tells nothing,
 * and a boosted card at every tenth place at most.
 */
export function layOut(
  ranked: readonly string[],
  likers: readonly string[],
  boosted: readonly string[],
  count: number,
  random: () => number,
): { id: string; boosted: boolean }[] {
  const guests = likers.slice(0, Math.floor(count * parameters.likersShare))
  const asked = boosted.filter((id) => !guests.includes(id)).slice(0, Math.floor(count / parameters.boostedEvery))
  const taken = new Set([...guests, ...asked])
  const page = ranked.filter((id) => !taken.has(id)).slice(0, count - taken.size)
  for (const id of guests) page.splice(Math.floor(random() * (page.length + 1)), 0, id)
  const laid = page.map((id) => ({ id, boosted: false }))
  asked.forEach((id, at) => {
    const from = at * parameters.boostedEvery
    const place = Math.min(laid.length, from + Math.floor(random() * parameters.boostedEvery))
    laid.splice(place, 0, { id, boosted: true })
  })
  return laid
}

/** The same shuffle for the same seed: a block that is asked for twice is the same block. */
export function seeded(seed: string): () => number {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507)
    state = Math.imul(state ^ (state >>> 13), 3266489909)
    state ^= state >>> 16
    return (state >>> 0) / 4294967296
  }
}
