export function first<T>(list: readonly T[]): T {
  const [value] = list
  if (value === undefined) throw new Error('A list that must not be empty is empty.')
  return value
}
