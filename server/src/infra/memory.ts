type Entry = { value: unknown; at: number; lifetime: number }

export type Memory = {
  /**
   * Caches an expensive result of `work` for five seconds, or for ten times as long as it took, so that it uses at most
   * a tenth of a connection. Without `isExpensive`, every result is cached. In the second half of that time, a call
   * refreshes the result in the background, so no caller waits as long as calls keep coming.
   */
  cache: <T>(key: string, work: () => Promise<T>, isExpensive?: (value: T) => boolean) => Promise<T>
  /** The next call computes the result again. */
  forget: (key: string) => void
  figures: () => { hits: number; misses: number }
}

const LIFETIME = 5000
const TIMES_AS_LONG = 10
const MAX_ENTRIES = 1000

export function openMemory(now: () => number = () => performance.now()): Memory {
  const entries = new Map<string, Entry>()
  const running = new Map<string, Promise<unknown>>()
  let [hits, misses] = [0, 0]

  async function compute<T>(key: string, work: () => Promise<T>, isExpensive: (value: T) => boolean): Promise<T> {
    misses++
    const at = now()
    const value = await work()
    entries.delete(key)
    if (isExpensive(value)) entries.set(key, { value, at, lifetime: Math.max(LIFETIME, TIMES_AS_LONG * (now() - at)) })
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return value
  }
  return {
    cache: async <T>(
      key: string,
      work: () => Promise<T>,
      isExpensive: (value: T) => boolean = () => true,
    ): Promise<T> => {
      // Concurrent calls share one computation.
      const computeOnce = () => {
        const promise =
          // A key always belongs to the same `work`, so to the same type.
          (running.get(key) as Promise<T> | undefined) ??
          compute(key, work, isExpensive).finally(() => running.delete(key))
        running.set(key, promise)
        return promise
      }
      const cached = entries.get(key)
      // Cheap results are never shared, so that a call after a change sees the change.
      if (!cached) return compute(key, work, isExpensive)
      const age = now() - cached.at
      if (age > cached.lifetime) return computeOnce()
      hits++
      if (age > cached.lifetime / 2) computeOnce().catch(() => {})
      // A key always belongs to the same `work`, so to the same type.
      return cached.value as T
    },
    forget: (key) => {
      entries.delete(key)
      running.delete(key)
    },
    figures: () => ({ hits, misses }),
  }
}
