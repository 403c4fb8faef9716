import { usualGroup, type GroupOrder, type Standing } from '../../server/src/features/discovery/deck/rules.ts'
import {
  clipped,
  priorOf,
  replayed,
  rowOf,
  startOf,
  step,
  type Choice,
} from '../../server/src/features/discovery/learning/rules.ts'
import type { Line } from './read-choices.ts'

// Fits the parameters as the nightly job does, on one half of the people; the other half tries them.

const FEWEST_CHOICES = 5
const ROUNDS = 8
const RIDGE = 10

export const nobody = (group: GroupOrder): Standing => ({ gaveLikes: 0, gave: 0, gotLikes: 0, got: 0, shown: 0, group })

/** How the shares of some people vary. */
function momentsOf(counts: readonly { likes: number; of: number }[]) {
  const enough = counts.filter(({ of }) => of >= FEWEST_CHOICES)
  const shares = enough.map(({ likes, of }) => likes / of)
  const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
  const mean = meanOf(shares)
  return {
    members: enough.length,
    mean,
    variance: meanOf(shares.map((share) => (share - mean) ** 2)),
    meanOfInverse: meanOf(enough.map(({ of }) => 1 / of)),
  }
}

/** The standings after all of these choices. */
export function standingsAfter(choices: readonly Choice[]): Map<string, Standing> {
  const standings = new Map<string, Standing>()
  const standingOf = (id: string) => {
    const known = standings.get(id) ?? nobody(usualGroup)
    standings.set(id, known)
    return known
  }
  for (const each of replayed(choices, standingOf)) void each
  return standings
}

const toChoice = ({ who, whom, likes, score }: Line): Choice => ({ chooser: who, chosen: whom, likes, score })

/** The parameters of each group, fitted on these choices. */
export function fitGroups(lines: readonly Line[]): (group: string) => GroupOrder {
  const groupOf = new Map(
    lines.flatMap(({ who, whom, group, otherGroup }) => [
      [who, group],
      [whom, otherGroup],
    ]),
  )
  const standings = standingsAfter(lines.map(toChoice))
  const groups = new Map<string, GroupOrder>()
  for (const group of new Set(groupOf.values())) {
    const members = [...standings].flatMap(([id, one]) => (groupOf.get(id) === group ? [one] : []))
    const gives = momentsOf(members.map(({ gaveLikes, gave }) => ({ likes: gaveLikes, of: gave })))
    const gets = momentsOf(members.map(({ gotLikes, got }) => ({ likes: gotLikes, of: got })))
    const priors = { gives: priorOf(gives, usualGroup.gives), gets: priorOf(gets, usualGroup.gets) }
    groups.set(group, { ...usualGroup, ...priors })
  }
  const growing = new Map(
    [...standings.keys()].map((id) => [id, nobody(groups.get(groupOf.get(id) ?? '') ?? usualGroup)]),
  )
  const examples = [...replayed(lines.map(toChoice), (id) => growing.get(id))]
  const fitted = new Map<string, GroupOrder>()
  for (const [group, before] of groups) {
    const rows = examples.filter(({ one }) => one.group === before).map(rowOf)
    const start = startOf(before)
    let at = start
    for (let round = 0; round < ROUNDS; round++) at = step(rows, at, start, RIDGE)
    fitted.set(group, { ...before, ...clipped(at) })
  }
  return (group) => fitted.get(group) ?? usualGroup
}
