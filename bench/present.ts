export function present<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new Error('The bench misses something that it counts on.')
  return value
}

export const inTurn = <T>(items: readonly T[], n: number): NonNullable<T> => present(items[n % items.length])
