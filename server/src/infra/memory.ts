type Kept = { value: unknown; at: number }

export type Memory = {
  /**
   * The answer of `work`. One that is dear to make, because it is about many, serves for five seconds at most, and is made
   * anew behind whoever asks once half of them are over: nobody waits as long as somebody keeps asking.
   */
  remember: <T>(key: string, work: () => Promise<T>, isDear: (value: T) => boolean) => Promise<T>
}

const LASTS = 5000
const MOST = 1000

/** What is dear to find out, kept for a moment by this process. */
export function openMemory(now: () => number = () => performance.now()): Memory {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<unknown>>()

  async function make<T>(key: string, work: () => Promise<T>, isDear: (value: T) => boolean): Promise<T> {
    const at = now()
    const value = await work()
    kept.delete(key)
    if (isDear(value)) kept.set(key, { value, at })
    if (kept.size > MOST) kept.delete(kept.keys().next().value!)
    return value
  }
  return {
    remember: async <T>(key: string, work: () => Promise<T>, isDear: (value: T) => boolean): Promise<T> => {
      // Many who ask at once have it made once.
      const makeOnce = () => {
        const made =
          (underWay.get(key) as Promise<T> | undefined) ?? make(key, work, isDear).finally(() => underWay.delete(key))
        underWay.set(key, made)
        return made
      }
      const last = kept.get(key)
      // What is cheap is never shared: whoever asks after a change sees the change.
      if (!last) return make(key, work, isDear)
      const age = now() - last.at
      if (age > LASTS) return makeOnce()
      if (age > LASTS / 2) makeOnce().catch(() => {})
      return last.value as T
    },
  }
}
