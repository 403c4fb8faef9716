import { NOT_SPECIFIED } from '../../operations/index.ts'

const known = new Set(['woman', 'man', 'non-binary', NOT_SPECIFIED])
const FEWEST = 5

type Counted = { gender: string; count: number }

/** Own words that few people chose would name those people: together they are 'Other'. */
export function groupGenders(counted: readonly Counted[]): Counted[] {
  const shown = counted.filter(({ gender, count }) => known.has(gender) || count >= FEWEST)
  const others = counted.filter((each) => !shown.includes(each)).reduce((sum, { count }) => sum + count, 0)
  const order = [...known]
  const rank = ({ gender }: Counted) => (known.has(gender) ? order.indexOf(gender) : order.length - 1.5)
  return [...shown, ...(others > 0 ? [{ gender: 'other', count: others }] : [])].toSorted(
    (a, b) => rank(a) - rank(b) || b.count - a.count,
  )
}

/** Of something what a shape names, and nothing else. */
export const only = <T extends object, K extends string>(shape: Record<K, unknown>, whole: T): Pick<T, K & keyof T> =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => key in shape)) as Pick<T, K & keyof T>
