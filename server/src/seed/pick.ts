export type Random = () => number

/** Wraps around the list. */
export function nth<T>(list: readonly T[], place: number): T {
  const item = list[place % list.length]
  if (item === undefined) throw new Error(`There is nothing at place ${place} of the list.`)
  return item
}

export const pick = <T>(random: Random, list: readonly T[]): T => nth(list, Math.floor(random() * list.length))
