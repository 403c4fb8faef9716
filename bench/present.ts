/** What is there unless the bench itself is wrong; then it says so, instead of measuring something else. */
export function present<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new Error('The bench misses something that it counts on.')
  return value
}

/** These in turn, from the first again after the last. */
export const inTurn = <T>(items: readonly T[], n: number): NonNullable<T> => present(items[n % items.length])
