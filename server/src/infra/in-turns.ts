import { setTimeout as pause } from 'node:timers/promises'

/** How many milliseconds others wait at most. */
const AT_ONCE = 2

/** Does some work for each, one after the other, and leaves the event loop to others for as long as it works. */
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
 * Does one part of some work after another, until a part says that there is no more. Rests after each for as long as it
 * took, so that others can use the database.
 */
export async function inBatches(work: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (!(await work())) return
    await pause(performance.now() - began)
  }
}
