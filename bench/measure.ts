import { readFileSync } from 'node:fs'

/** A request with its number, because many requests can be made only once. */
export type Call = (n: number) => Promise<unknown>

export type Spread = { median: number; p95: number; p99: number; count: number }

export function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), count: sorted.length }
}

/** Sends a fixed number of requests per second without waiting for responses. Resolves when all have arrived. */
export async function pace(rate: number, seconds: number, call: Call): Promise<void> {
  const underWay: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const wait = began + (n * 1000) / rate - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    underWay.push(call(n))
  }
  await Promise.all(underWay)
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
