export function openTurns(atOnce: number) {
  let running = 0
  const queue: (() => void)[] = []
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
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

const PATIENCE = 3000

/**
 * Runs tasks one after another. After each, it rests for the same time, so that other work has the processor half of
 * the time.
 */
export function serialQueue(patience = PATIENCE) {
  let last = Promise.resolve()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last
    const { promise, resolve: letNext } = Promise.withResolvers<void>()
    last = promise
    await turn
    const began = performance.now()
    setTimeout(letNext, patience).unref()
    try {
      return await work()
    } finally {
      setTimeout(letNext, performance.now() - began).unref()
    }
  }
}
