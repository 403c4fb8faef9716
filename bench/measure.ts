/** How long one call takes, in milliseconds, over as many as asked for, one after the other; the first twenty do not count: they warm the server up. */
export async function measure(
  calls: number,
  call: (at: number) => Promise<unknown>,
): Promise<{ median: number; p95: number }> {
  for (let at = 0; at < Math.min(20, calls); at++) await call(at)
  const times: number[] = []
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    await call(at)
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(calls / 2)]!, p95: sorted[Math.floor(calls * 0.95)]! }
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
