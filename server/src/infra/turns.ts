/** Runs a few at a time. The others wait in the order in which they came. */
export function openTurns(atOnce: number) {
  let running = 0
  const queue: (() => void)[] = []
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    // Who ends hands its place over.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
  return { inTurn, waiting: () => queue.length }
}
