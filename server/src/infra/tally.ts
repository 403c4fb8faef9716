export function openTally() {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  const add = (name: string, by: 1 | -1): number => {
    const count = of(name) + by
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
    return count
  }
  return { of, add, all: () => [...counts] }
}
