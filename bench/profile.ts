import { Agent, request } from 'node:http'
import { shareRow } from './floor.ts'
import { newcomer } from './people.ts'
import { present } from './present.ts'
import type { Run } from './results.ts'

const AT_LEAST = 0.65
const ROUNDS = 5
const CONNECTIONS = 32

/** Requests the profile as fast as it is answered, and the same query from the plain server, alternately. */
export async function profileSection(run: Run): Promise<void> {
  const { bench, seconds, add } = run
  const ada = await newcomer(bench)
  const rounds: { ours: number; theirs: number }[] = []
  let failures = 0
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await load(bench.plain, {}, seconds)
    const authorization = `Bearer ${await ada.token()}`
    const ours = await load(`${bench.base}/api/v1/auth/profile`, { authorization }, seconds)
    failures += ours.failed + theirs.failed
    rounds.push({ ours: ours.rate, theirs: theirs.rate })
  }
  const ordered = rounds.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const { ours, theirs } = present(ordered[Math.floor(ROUNDS / 2)])
  const measured = `${Math.round(ours)} a second`
  const beside = `${Math.round(theirs)} by node:http with the same query`
  add(shareRow(run, { what: 'GET /auth/profile', measured, beside, share: ours / theirs, least: AT_LEAST, failures }))
}

async function load(url: string, headers: Record<string, string>, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const end = performance.now() + seconds * 1000
  const counts = { 200: 0, failed: 0 }
  const once = () =>
    new Promise<void>((resolve) => {
      const fail = () => resolve(void counts.failed++)
      const sent = request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) return fail()
        return answer.resume().on('end', () => resolve(void counts[200]++))
      })
      sent.on('error', fail)
      sent.end()
    })
  const connection = async () => {
    while (performance.now() < end) await once()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  agent.destroy()
  return { rate: counts[200] / seconds, failed: counts.failed }
}
