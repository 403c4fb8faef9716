import { isObject } from '../../api/failure.ts'

/** JSON that doesn't depend on the order of keys. */
const shownValue = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
export const same = (one: unknown, other: unknown) => one === other || shownValue(one) === shownValue(other)

const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

/** My change of `base`, applied to what someone else has made of it: what I left as it was is theirs. */
export function rebased(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (same(base, mine)) return theirs
  const [was, is] = [base ?? {}, theirs ?? {}]
  if (!isRecord(was) || !isRecord(mine) || !isRecord(is)) return mine
  const keys = [...new Set([...Object.keys(is), ...Object.keys(mine)])]
  const values = keys.map((key) => [key, rebased(was[key], mine[key], is[key])] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
