import { NOT_SPECIFIED } from '../../operations/index.ts'

const known = new Set(['woman', 'man', 'non-binary', NOT_SPECIFIED])
const FEWEST = 5

type Counted = { gender: string; count: number }

/** A gender in a member's own words that few people use could identify them, so it is counted as 'other'. */
export function groupGenders(counted: readonly Counted[]): Counted[] {
  const shown = counted.filter(({ gender, count }) => known.has(gender) || count >= FEWEST)
  const others = counted.filter((each) => !shown.includes(each)).reduce((sum, { count }) => sum + count, 0)
  const order = [...known]
  const rank = ({ gender }: Counted) => (known.has(gender) ? order.indexOf(gender) : order.length - 1.5)
  return [...shown, ...(others > 0 ? [{ gender: 'other', count: others }] : [])].toSorted(
    (a, b) => rank(a) - rank(b) || b.count - a.count,
  )
}
