import type { GenderGroup } from '@kindred/contract'
import { inTurns } from '../../../infra/in-turns.ts'

// Who is let in from a region's waiting list. Two people fit if each could be shown to the other. No one is compared
// with more people than it takes to find `least` who fit, so counts end there.

/** Someone's groups are the sides that they are on. */
type Candidate = { id: string; groups: readonly GenderGroup[] }

type Region<P> = {
  members: readonly P[]
  /** Those who have waited longest come first. */
  waiting: readonly P[]
  least: number
  /** True once the region has opened. */
  isOpen: boolean
}

export type Side = { group: GenderGroup; median: number }

export type Outcome = {
  opens: boolean
  /** The places in `waiting` of those who are let in. */
  admitted: number[]
  /** For each of those who wait, how many members and others who wait fit. */
  fitting: number[]
  sides: Side[]
}

/**
 * A region opens if some of those who wait would each have enough people who fit, among the members and themselves.
 * They are let in. After that, others are let in, in the order in which they have waited, if more than half of the
 * people on their side still have enough, which is to say that the lower median stays at `least`.
 */
export async function decide<P extends Candidate>(
  region: Region<P>,
  fits: (one: P, other: P) => boolean,
): Promise<Outcome> {
  const { waiting, isOpen } = region
  const { core, fitting } = await coreOf(region, fits)
  const opens = !isOpen && core.length > 0
  const admitted = new Set(core)
  const others = isOpen || opens ? [...waiting.keys()].filter((at) => !admitted.has(at)) : []
  const tally = await tallyOf(region, core, fits)
  await inTurns(others, (at) => {
    if (tally.admit(waiting[at]!)) admitted.add(at)
  })
  return { opens, admitted: [...admitted].toSorted((a, b) => a - b), fitting, sides: tally.sides() }
}

/**
 * The largest group among those who wait of whom each would have enough: everyone, less those who have too few, less
 * those who then have too few, and so on. Each keeps a list of people who fit, and looks for another one only if one of
 * them has gone, so that no two people are compared twice.
 */
async function coreOf<P>({ members, waiting, least }: Region<P>, fits: (one: P, other: P) => boolean) {
  const everyone = [...members, ...waiting]
  const counts = waiting.map(() => 0)
  const next = waiting.map(() => 0)
  const isGone = waiting.map(() => false)
  const countedBy: number[][] = waiting.map(() => [])
  const hasEnough = (at: number): boolean => {
    const own = members.length + at
    while (counts[at]! < least && next[at]! < everyone.length) {
      const other = next[at]!++
      if (other === own || isGone[other - members.length] || !fits(everyone[own]!, everyone[other]!)) continue
      counts[at]!++
      countedBy[other - members.length]?.push(at)
    }
    return counts[at]! >= least
  }
  const gone: number[] = []
  const leave = (at: number) => {
    isGone[at] = true
    gone.push(at)
  }
  const short: number[] = []
  await inTurns(waiting.keys(), (at) => void (hasEnough(at) || short.push(at)))
  const fitting = [...counts]
  short.forEach(leave)
  // The list grows while it is read.
  await inTurns(gone, (left) => {
    for (const at of countedBy[left]!) {
      if (isGone[at]) continue
      counts[at]!--
      if (!hasEnough(at)) leave(at)
    }
  })
  return { core: [...waiting.keys()].filter((at) => !isGone[at]), fitting }
}

/** How many people each member and each of those let in has, and on each side how many have enough. */
async function tallyOf<P extends Candidate>(
  { members, waiting, least }: Region<P>,
  core: readonly number[],
  fits: (one: P, other: P) => boolean,
) {
  const inside = [...members, ...core.map((at) => waiting[at]!)]
  const sides = new Map<GenderGroup, { people: number; enough: number }>()
  const short = new Map<P, number>()
  const count = (person: P): number => {
    let found = 0
    for (const other of inside) if (other !== person && fits(person, other) && ++found === least) break
    return found
  }
  const add = (person: P, found: number) => {
    if (found < least) short.set(person, found)
    for (const group of person.groups) {
      const side = sides.get(group) ?? { people: 0, enough: 0 }
      sides.set(group, { people: side.people + 1, enough: side.enough + (found < least ? 0 : 1) })
    }
  }
  await inTurns(inside, (person) => add(person, count(person)))
  const isOn = (group: GenderGroup) => (person: P) => person.groups.includes(group)
  const admit = (person: P): boolean => {
    const found = count(person)
    const gaining = [...short.keys()].filter((other) => fits(person, other))
    const reaching = gaining.filter((other) => short.get(other) === least - 1)
    const keepsMedian = (group: GenderGroup): boolean => {
      const { people = 0, enough = 0 } = sides.get(group) ?? {}
      return enough + reaching.filter(isOn(group)).length > (people + 1) / 2
    }
    if (found < least && !person.groups.every(keepsMedian)) return false
    for (const other of gaining) short.set(other, short.get(other)! + 1)
    for (const other of reaching) {
      short.delete(other)
      for (const group of other.groups) sides.get(group)!.enough++
    }
    inside.push(person)
    add(person, found)
    return true
  }
  return {
    admit,
    sides: (): Side[] =>
      [...sides].map(([group, { people }]) => ({ group, median: medianOf(people, group, short, least) })),
  }
}

function medianOf<P extends Candidate>(
  people: number,
  group: GenderGroup,
  short: ReadonlyMap<P, number>,
  least: number,
): number {
  const fewer = [...short].flatMap(([person, found]) => (person.groups.includes(group) ? [found] : []))
  return fewer.toSorted((a, b) => a - b)[Math.floor((people - 1) / 2)] ?? least
}
