const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

/** The longest time without yielding to the event loop, in milliseconds. */
const AT_ONCE = 2

/** Processes items in order, and after working yields to the event loop for the same time. */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    work(item)
    const worked = performance.now() - began
    if (worked < AT_ONCE) continue
    await pause(Math.ceil(worked))
    began = performance.now()
  }
}

/**
 * Works in batches until one reports that nothing is left. Pauses after each batch for as long as it took, so that
 * others can use the database.
 */
export async function inBatches(work: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (!(await work())) return
    await pause(Math.ceil(performance.now() - began))
  }
}
