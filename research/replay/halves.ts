import { seededRandom } from '../../server/src/features/discovery/deck/rules.ts'
import { FEWEST_CHOICES } from '../../server/src/features/discovery/index.ts'
import type { Line } from './read-choices.ts'

/** The share of swipes that is fitted. The latest tenth only selects among the fitted parameters. */
const FITTED = 0.9

/**
 * Assigns each line to a half: whole events alternate, or else people are random. Swipes between halves are left out.
 */
function halfIn(lines: readonly Line[]): (line: Line) => 0 | 1 | null {
  const events = new Map([...new Set(lines.map(({ event }) => event))].map((event, nth) => [event, nth % 2 ? 1 : 0]))
  if (!events.has('')) return ({ event }) => (events.get(event) === 0 ? 0 : 1)
  if (events.size > 1) throw new Error('Some choices have an event and others don’t.')
  const halfOf = (id: string) => (seededRandom(id)() < 0.5 ? 0 : 1)
  return ({ from, to }) => (halfOf(from) === halfOf(to) ? halfOf(from) : null)
}

const peopleIn = (lines: readonly Line[]) => new Set(lines.flatMap(({ from, to }) => [from, to]))

/** Groups with too few swipes, whose parameters stay unchanged. */
function* unfitted(half: readonly Line[]): Generator<string> {
  const fitted = Map.groupBy(half.slice(0, Math.floor(half.length * FITTED)), ({ group }) => group)
  for (const group of new Set(half.map((line) => line.group))) {
    const count = fitted.get(group)?.length ?? 0
    if (count < FEWEST_CHOICES)
      yield `Group “${group}” has only ${count} choices to fit on in one half: its weights stay those of a new installation.`
  }
}

export type Halves = { halves: readonly [Line[], Line[]]; warnings: string[] }

export function halvesOf(lines: readonly Line[]): Halves {
  const half = halfIn(lines)
  const halves = [lines.filter((line) => half(line) === 0), lines.filter((line) => half(line) === 1)] as const
  if (halves.some(({ length }) => length === 0))
    throw new Error('All choices are in one half, so there are no other people to fit parameters on.')
  const between = lines.length - halves[0].length - halves[1].length
  const others = peopleIn(halves[1])
  const inBoth = [...peopleIn(halves[0])].filter((id) => others.has(id)).length
  const warnings = [...unfitted(halves[0]), ...unfitted(halves[1])]
  if (between > 0)
    warnings.push(`${between} of ${lines.length} choices are left out because they are between the halves.`)
  if (inBoth > 0) warnings.push(`${inBoth} people are in events of both halves: parameters know them already.`)
  return { halves, warnings }
}
