/** The age buckets, each with its bounds, as the specification gives them. */
export const ageBuckets = [
  { bucket: '18-25', from: 18, to: 25 },
  { bucket: '26-35', from: 26, to: 35 },
  { bucket: '36-45', from: 36, to: 45 },
  { bucket: '46-55', from: 46, to: 55 },
  { bucket: '56+', from: 56, to: 120 },
] as const

export const NOT_SPECIFIED = 'not-specified'
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

/** The day as many years before; of the last of February the last of February. */
function yearsBefore(day: string, years: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year - years, month, 0)).getUTCDate()
  return new Date(Date.UTC(year - years, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

/** When those of a bucket were born. */
export const bornBetween = ({ from, to }: { from: number; to: number }, today: string) => ({
  after: yearsBefore(today, to + 1),
  until: yearsBefore(today, from),
})
