import { chance, type GroupOrder, type RankingStats } from '../../server/src/features/discovery/deck/rules.ts'
import { fitGroups, emptyStats } from './fit.ts'
import type { Halves } from './halves.ts'
import type { Line } from './read-choices.ts'

/** Two people who swiped each other, and the prediction based on their other known swipes. */
export type Pair = { people: readonly [string, string]; event: string; mutual: boolean; chance: number; rival: number }

type Decisions = { gave: Line[]; got: Line[] }

function decisionsOf(lines: readonly Line[]): Map<string, Decisions> {
  const all = new Map<string, Decisions>()
  const of = (id: string) => {
    const known = all.get(id) ?? { gave: [], got: [] }
    all.set(id, known)
    return known
  }
  for (const line of lines) {
    of(line.from).gave.push(line)
    of(line.to).got.push(line)
  }
  return all
}

/**
 * The ranking stats from a person's first swipes, given and received, excluding those between the pair. Null if there
 * are too few.
 */
function statsOf({ gave, got }: Decisions, other: string, known: number, group: GroupOrder): RankingStats | null {
  const given = gave.filter(({ to }) => to !== other).slice(0, known)
  const gotten = got.filter(({ from }) => from !== other).slice(0, known)
  if (given.length < known || gotten.length < known) return null
  const likes = (some: readonly Line[]) => some.filter((line) => line.likes).length
  return { ...emptyStats(group), gave: known, gaveLikes: likes(given), got: known, gotLikes: likes(gotten) }
}

const logit = (share: number) => Math.log(share / (1 - share))

/** The weight of the mean in the rival model, in swipes. */
const RIVAL_PRIOR = 6

/**
 * The rival model: the event's mean like rate, and the logits by which each person deviates from it in liking and being
 * liked. It needs no fit, and is hard to beat.
 */
function rivalOf(one: RankingStats, other: RankingStats, mean: number): number {
  const difference = (likes: number, of: number) =>
    logit((likes + RIVAL_PRIOR * mean) / (of + RIVAL_PRIOR)) - logit(mean)
  const sum = logit(mean) + difference(one.gaveLikes, one.gave) + difference(other.gotLikes, other.got)
  return 1 / (1 + Math.exp(-sum))
}

function meansOf(lines: readonly Line[]): (line: Line) => number {
  const key = ({ event, group }: Line) => `${event}\n${group}`
  const means = new Map(
    [...Map.groupBy(lines, key)].map(([its, some]) => [
      its,
      (some.filter(({ likes }) => likes).length + 0.5) / (some.length + 1),
    ]),
  )
  return (line) => means.get(key(line)) ?? 0.5
}

function pairsOfHalf(lines: readonly Line[], known: number, groupOf: (group: string) => GroupOrder): Pair[] {
  const decisions = decisionsOf(lines)
  const meanOf = meansOf(lines)
  const byPair = new Map(lines.map((line) => [`${line.from}\n${line.to}`, line]))
  return lines.flatMap((line): Pair[] => {
    const back = byPair.get(`${line.to}\n${line.from}`)
    const [mine, theirs] = [decisions.get(line.from), decisions.get(line.to)]
    if (!back || line.from > line.to || !mine || !theirs) return []
    const one = statsOf(mine, line.to, known, groupOf(line.group))
    const other = statsOf(theirs, line.from, known, groupOf(line.otherGroup))
    if (!one || !other) return []
    const both = chance(one, other, line.score) * chance(other, one, back.score ?? line.score)
    const rival = rivalOf(one, other, meanOf(line)) * rivalOf(other, one, meanOf(back))
    const people = [line.from, line.to] as const
    return [{ people, event: line.event, mutual: line.likes && back.likes, chance: both, rival }]
  })
}

/** Each half is predicted with parameters fitted on the other. */
export async function pairsOf({ halves: [one, other] }: Halves, known: number): Promise<Pair[]> {
  return [...pairsOfHalf(one, known, await fitGroups(other)), ...pairsOfHalf(other, known, await fitGroups(one))]
}
