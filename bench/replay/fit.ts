import { usualGroup, type GroupOrder, type Standing } from '../../server/src/features/discovery/deck/rules.ts'
import {
  clipped,
  descended,
  priorOf,
  replayed,
  rowOf,
  startOf,
  type Choice,
} from '../../server/src/features/discovery/learning/rules.ts'
import { momentsOf } from '../moments.ts'
import type { Line } from './read-choices.ts'

// Fits the parameters as the nightly job does, on one half of the people; the other half tries them.

const RIDGE = 10

export const nobody = (group: GroupOrder): Standing => ({ gaveLikes: 0, gave: 0, gotLikes: 0, got: 0, shown: 0, group })

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
export async function fitGroups(lines: readonly Line[]): Promise<(group: string) => GroupOrder> {
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
    const at = await descended(rows, startOf(before), RIDGE, async () => {})
    fitted.set(group, { ...before, ...clipped(at) })
  }
  return (group) => fitted.get(group) ?? usualGroup
}
