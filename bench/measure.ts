import { readFileSync } from 'node:fs'

export type Spread = { median: number; p95: number; p99: number; count: number }

export function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), count: sorted.length }
}

/** The milliseconds of each of `count` sequential requests. The first 20 requests only warm up the server. */
export async function measure(calls: number, call: (at: number) => Promise<unknown>): Promise<Spread> {
  for (let at = 0; at < Math.min(20, calls); at++) await call(at)
  const times: number[] = []
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    await call(at)
    times.push(performance.now() - began)
  }
  return spread(times)
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
