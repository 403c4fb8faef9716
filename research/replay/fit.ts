import {
  defaultGroupOrder,
  type GroupOrder,
  type RankingStats,
} from '../../server/src/features/discovery/deck/rules.ts'
import { fitGroups as fitNightly } from '../../server/src/features/discovery/index.ts'
import { replayed, type Choice } from '../../server/src/features/discovery/learning/rules.ts'
import { momentsOf } from '../moments.ts'
import type { Line } from './read-choices.ts'

export const emptyStats = (group: GroupOrder): RankingStats => ({
  gaveLikes: 0,
  gave: 0,
  gotLikes: 0,
  got: 0,
  shown: 0,
  group,
})

export async function fitGroups(lines: readonly Line[]): Promise<(group: string) => GroupOrder> {
  const groupOf = new Map(lines.flatMap((line) => [[line.from, line.group] as const, [line.to, line.otherGroup]]))
  const membersNow = () =>
    new Map(
      [...groupOf].map(([id, genderGroup]) => [id, { ...emptyStats(defaultGroupOrder), genderGroup, ageFrom: null }]),
    )
  const choices = lines.map(({ from, to, likes, score }): Choice => ({ chooser: from, chosen: to, likes, score }))
  const after = membersNow()
  for (const each of replayed(choices, (id) => after.get(id))) void each
  const moments = new Map(
    [...Map.groupBy(after.values(), ({ genderGroup }) => genderGroup)].map(([group, its]) => [
      group,
      {
        gives: momentsOf(its.map(({ gaveLikes, gave }) => ({ likes: gaveLikes, of: gave }))),
        gets: momentsOf(its.map(({ gotLikes, got }) => ({ likes: gotLikes, of: got }))),
      },
    ]),
  )
  const fitted = await fitNightly(
    { choices, members: membersNow() },
    [...moments.keys()],
    moments,
    () => defaultGroupOrder,
  )
  return (group) => ({ ...defaultGroupOrder, ...fitted[group] })
}
