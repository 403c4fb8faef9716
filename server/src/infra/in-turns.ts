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
 * Does parts of some work until there are no more, and leaves the database's processors to others for as long as each
 * part takes. A part says whether there may be more.
 */
export async function inParts(work: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (!(await work())) return
    await pause(performance.now() - began)
  }
}
