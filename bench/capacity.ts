import { pace } from './load.ts'
import { ms, spread } from './measure.ts'

// The highest constant rate at which the 99th percentile stays under a limit and no request fails.

const MOST_MS = 50
const AT_ONCE = 16
const STEPS = 5
/** A little more than callers that wait for responses reach, in case a constant rate suits the server better. */
const ABOVE = 1.1

/** A request with its number, because many requests can be made only once. */
export type Call = (n: number) => Promise<unknown>

/** Requests per second by a few callers without pauses. No constant rate can be much higher. */
async function mostASecond(call: () => Promise<unknown>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let answered = 0
  const caller = async () => {
    while (performance.now() < end) {
      await call().then(
        () => answered++,
        () => {},
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return answered / seconds
}

type Window = { p99: number; failed: number }

/**
 * The failure at a rate, if any. A rate that seems too high is measured again, and all its requests count, because a
 * stall of a tenth of a second is 2% of five seconds.
 */
async function trouble(rate: number, seconds: number, call: () => Promise<unknown>): Promise<Window | null> {
  const times: number[] = []
  const seen = { p99: 0, failed: 0 }
  for (let window = 0; window < 2 && seen.failed === 0; window++) {
    await pace(rate, seconds, async () => {
      const began = performance.now()
      await call().catch(() => seen.failed++)
      times.push(performance.now() - began)
    })
    seen.p99 = spread(times).p99
    if (seen.failed === 0 && seen.p99 <= MOST_MS) return null
  }
  return seen
}

type Capacity = {
  /** Requests per second. */
  rate: number
  /** The lowest rate that was too high, and the reason. */
  limit: string
}

export async function capacity(call: Call, seconds: number): Promise<Capacity> {
  let calls = 0
  const next = () => call(calls++)
  // The first run warms up the server: its disk reads and query planning would distort the measured rates.
  await mostASecond(next, seconds)
  let [reached, missed, limit] = [0, ABOVE * (await mostASecond(next, seconds)), '']
  for (let step = 0; step < STEPS; step++) {
    const rate = (reached + missed) / 2
    const found = await trouble(rate, seconds, next)
    if (found === null) {
      reached = rate
      continue
    }
    missed = rate
    limit = `; at ${Math.round(rate)}, p99 ${ms(found.p99)}${found.failed > 0 ? `, ${found.failed} failed` : ''}`
  }
  return { rate: reached, limit }
}
