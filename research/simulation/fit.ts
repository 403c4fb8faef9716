import { defaultGroupOrder, type GroupOrder } from '../../server/src/features/discovery/deck/rules.ts'
import { compared, FEWEST_CHOICES, fitGroups } from '../../server/src/features/discovery/index.ts'
import { fillScores, undone, type Choice } from '../../server/src/features/discovery/learning/rules.ts'
import { momentsOf } from '../moments.ts'
import { present } from '../../bench/present.ts'
import type { Person, Tastes } from './people.ts'

/** The nightly job's limits for swipes and scores. */
const MOST_CHOICES = 200_000
const MOST_SCORES = 20_000

export type Judged = { viewer: Person; candidate: Person; likes: boolean }

const groupOf = ({ isWoman }: Person) => (isWoman ? 'woman' : 'man')

/** Does the nightly job's work on the latest swipes. Returns the new parameters for women and men. */
export async function fitted(
  people: readonly Person[],
  judged: readonly Judged[],
  tastes: Tastes,
  inUse: ReadonlyMap<string, GroupOrder>,
): Promise<ReadonlyMap<string, GroupOrder>> {
  const latest = judged.slice(-MOST_CHOICES)
  if (latest.length < FEWEST_CHOICES) return inUse
  const every = Math.ceil(latest.length / MOST_SCORES)
  const choices = latest.map(({ viewer, candidate, likes }, nth): Choice => ({
    chooser: viewer.id,
    chosen: candidate.id,
    likes,
    score: nth % every === 0 ? tastes.score(viewer, candidate) : null,
  }))
  fillScores(choices, every)
  const members = new Map(
    people.map(({ id, gaveLikes, gave, gotLikes, got, shown, group, isWoman }) => [
      id,
      { gaveLikes, gave, gotLikes, got, shown, group, genderGroup: isWoman ? 'woman' : 'man', ageFrom: null },
    ]),
  )
  undone(choices, (id) => members.get(id))
  const past = { choices, members }
  const moments = new Map(
    [...Map.groupBy(people, groupOf)].map(([group, its]) => [
      group,
      {
        gives: momentsOf(its.map(({ gaveLikes, gave }) => ({ likes: gaveLikes, of: gave }))),
        gets: momentsOf(its.map(({ gotLikes, got }) => ({ likes: gotLikes, of: got }))),
      },
    ]),
  )
  const orderOf = (group: string | null) => inUse.get(group ?? '') ?? defaultGroupOrder
  const found = await fitGroups(past, [...inUse.keys()], moments, orderOf)
  const { loss, lossInUse } = compared(past, found, orderOf)
  if (loss >= lossInUse) return inUse
  return new Map([...inUse].map(([group, before]) => [group, { ...before, ...present(found[group]) }]))
}
