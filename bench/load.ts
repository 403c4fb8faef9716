import { Agent, request } from 'node:http'

export async function load(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  connections = 32,
): Promise<{ rate: number; failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1000
  const counts = { answered: 0, failed: 0 }
  const once = () =>
    new Promise<void>((resolve) => {
      const sent = request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) counts.failed++
        answer.resume().on('end', () => {
          counts.answered++
          resolve()
        })
      })
      sent.on('error', () => {
        counts.failed++
        resolve()
      })
      sent.end()
    })
  const connection = async () => {
    while (performance.now() < end) await once()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  return { rate: counts.answered / seconds, failed: counts.failed }
}

/** Sends a fixed number of requests per second without waiting for responses. Resolves when all have arrived. */
export async function pace(rate: number, seconds: number, call: (n: number) => Promise<unknown>): Promise<void> {
  const underWay: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const wait = began + (n * 1000) / rate - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    underWay.push(call(n))
  }
  await Promise.all(underWay)
}
