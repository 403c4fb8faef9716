import { chance, type GroupOrder, type Standing } from '../../server/src/features/discovery/deck/rules.ts'
import { fitGroups, nobody } from './fit.ts'
import type { Line } from './read-choices.ts'

/** Two people who chose about each other, and what was to be expected with so many of their other decisions known. */
export type Pair = { person: string; mutual: boolean; chance: number; product: number }

type Decisions = { gave: Line[]; got: Line[] }

function decisionsOf(lines: readonly Line[]): Map<string, Decisions> {
  const all = new Map<string, Decisions>()
  const of = (id: string) => {
    const known = all.get(id) ?? { gave: [], got: [] }
    all.set(id, known)
    return known
  }
  for (const line of lines) {
    of(line.who).gave.push(line)
    of(line.whom).got.push(line)
  }
  return all
}

/** What the first decisions by and about somebody say, without those of the pair. Null if there are fewer. */
function standingOf({ gave, got }: Decisions, other: string, known: number, group: GroupOrder): Standing | null {
  const given = gave.filter(({ whom }) => whom !== other).slice(0, known)
  const gotten = got.filter(({ who }) => who !== other).slice(0, known)
  if (given.length < known || gotten.length < known) return null
  const likes = (some: readonly Line[]) => some.filter((line) => line.likes).length
  return { ...nobody(group), gave: known, gaveLikes: likes(given), got: known, gotLikes: likes(gotten) }
}

const rate = (likes: number, of: number) => (likes + 0.5) / (of + 1)

/** The marginal product: how often each likes and is liked, all multiplied. */
const productOf = (one: Standing, other: Standing) =>
  rate(one.gaveLikes, one.gave) *
  rate(one.gotLikes, one.got) *
  rate(other.gaveLikes, other.gave) *
  rate(other.gotLikes, other.got)

/** Which half somebody's choices are in: by event, so that nobody is in both, or else by person. */
function halfOf({ event, who, whom }: Line): 0 | 1 | null {
  const half = (text: string): 0 | 1 =>
    [...text].reduce((sum, each) => sum + (each.codePointAt(0) ?? 0), 0) % 2 ? 1 : 0
  if (event !== '') return half(event)
  return half(who) === half(whom) ? half(who) : null
}

function pairsOfHalf(lines: readonly Line[], known: number, groupOf: (group: string) => GroupOrder): Pair[] {
  const decisions = decisionsOf(lines)
  const byPair = new Map(lines.map((line) => [`${line.who}\n${line.whom}`, line]))
  const pairs = lines.flatMap((line): Pair[] => {
    const back = byPair.get(`${line.whom}\n${line.who}`)
    const [mine, theirs] = [decisions.get(line.who), decisions.get(line.whom)]
    if (!back || line.who > line.whom || !mine || !theirs) return []
    const one = standingOf(mine, line.whom, known, groupOf(line.group))
    const other = standingOf(theirs, line.who, known, groupOf(line.otherGroup))
    if (!one || !other) return []
    const both = chance(one, other, line.score) * chance(other, one, back.score ?? line.score)
    return [{ person: line.who, mutual: line.likes && back.likes, chance: both, product: productOf(one, other) }]
  })
  // As a chance, the product needs a scale: that with which as many are expected as there were.
  const sum = pairs.reduce((all, { product }) => all + product, 0)
  const scale = pairs.filter(({ mutual }) => mutual).length / Math.max(1e-9, sum)
  return pairs.map((pair) => ({ ...pair, product: Math.min(0.999, pair.product * scale) }))
}

/** Each half is tried with parameters fitted on the other. */
export async function pairsOf(lines: readonly Line[], known: number): Promise<Pair[]> {
  const [one = [], other = []] = [0, 1].map((half) => lines.filter((line) => halfOf(line) === half))
  return [...pairsOfHalf(one, known, await fitGroups(other)), ...pairsOfHalf(other, known, await fitGroups(one))]
}
