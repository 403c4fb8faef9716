/** How long one call takes, in milliseconds, over as many as asked for, one after the other; the first few do not count. */
export async function measure(
  calls: number,
  call: (at: number) => Promise<unknown>,
): Promise<{ median: number; p95: number }> {
  for (let at = 0; at < 3; at++) await call(at)
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
