// How members of a group vary, and the priors that follow from it.
import type { Prior } from '../deck/rules.ts'
import { heldOutOf } from './held-out.ts'
import type { Member, Past } from './read-choices.ts'
import { replayed } from './rules.ts'

/**
 * Priors count for so many choices, at least and at most. Which least is right is found out by trying (`fitGroups`):
 * moments alone are too bold about people of whom few choices are known.
 */
export const LEAST_PRIORS = [3, 5, 8, 12, 18, 25] as const
const MOST = 25

/** How the shares of likes of a group's members vary, with how many choices each share is of. */
export type Moments = { members: number; mean: number; variance: number; meanOfInverse: number }

/** Fewer members say too little about how members vary. */
const FEWEST_MEMBERS = 50

/**
 * The prior that members vary by: k = m (1 − m) / variance − 1, where the variance is what is left without that of
 * drawing so few choices each.
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

/** How readily the members of a group like, and how often they are liked. */
export type GroupMoments = { gives: Moments; gets: Moments }

/** Shares of fewer choices are left out. */
const FEWEST_CHOICES = 5

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

function momentsOf(counts: readonly { likes: number; of: number }[]): Moments {
  const enough = counts.filter(({ of }) => of >= FEWEST_CHOICES)
  const shares = enough.map(({ likes, of }) => likes / of)
  const mean = meanOf(shares)
  return {
    members: enough.length,
    mean,
    variance: meanOf(shares.map((share) => (share - mean) ** 2)),
    meanOfInverse: meanOf(enough.map(({ of }) => 1 / of)),
  }
}

/** How members of each group vary, as known before the choices that are held out. Those in several count in each. */
export function groupMoments(past: Past, groups: readonly string[]): ReadonlyMap<string, GroupMoments> {
  const members = new Map([...past.members].map(([id, one]): [string, Member] => [id, { ...one }]))
  const training = past.choices.slice(0, heldOutOf(past).from)
  // Standings are changed on the way, and that is all that is needed here: none of the choices is returned.
  Array.from(replayed(training, (id) => members.get(id), training.length))
  return new Map(
    groups.map((group) => {
      const its = [...members.values()].filter(({ genderGroup }) => genderGroup?.split('+').includes(group))
      return [
        group,
        {
          gives: momentsOf(its.map(({ gaveLikes, gave }) => ({ likes: gaveLikes, of: gave }))),
          gets: momentsOf(its.map(({ gotLikes, got }) => ({ likes: gotLikes, of: got }))),
        },
      ]
    }),
  )
}
