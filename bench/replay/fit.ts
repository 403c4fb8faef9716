import { usualGroup, type GroupOrder, type Standing } from '../../server/src/features/discovery/deck/rules.ts'
import { fitGroups as fitNightly, groupMoments } from '../../server/src/features/discovery/index.ts'
import type { Choice } from '../../server/src/features/discovery/learning/rules.ts'
import type { Line } from './read-choices.ts'

export const nobody = (group: GroupOrder): Standing => ({ gaveLikes: 0, gave: 0, gotLikes: 0, got: 0, shown: 0, group })

/** The parameters of each group, fitted on these choices by the nightly job's own functions. */
export async function fitGroups(lines: readonly Line[]): Promise<(group: string) => GroupOrder> {
  const groupOf = new Map(lines.flatMap((line) => [[line.who, line.group] as const, [line.whom, line.otherGroup]]))
  const members = new Map(
    [...groupOf].map(([id, genderGroup]) => [id, { ...nobody(usualGroup), genderGroup, ageFrom: null }]),
  )
  const choices = lines.map(({ who, whom, likes, score }): Choice => ({ chooser: who, chosen: whom, likes, score }))
  const past = { choices, members }
  const groups = [...new Set(groupOf.values())]
  const fitted = await fitNightly(past, groups, groupMoments(past, groups), () => usualGroup)
  return (group) => ({ ...usualGroup, ...fitted[group] })
}
