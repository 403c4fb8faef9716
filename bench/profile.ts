import { leastRow } from './floor.ts'
import { load } from './load.ts'
import { newcomer } from './people.ts'
import { present } from './present.ts'
import type { Run } from './run.ts'

const AT_LEAST = 0.65
const ROUNDS = 5

export async function profileSection({ bench, seconds, add, slack }: Run): Promise<void> {
  const { base, plain } = bench
  const ada = await newcomer(bench)
  const rounds: { ours: number; theirs: number }[] = []
  let failures = 0
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await load(plain.url, {}, seconds)
    const ours = await load(`${base}/api/v1/auth/profile`, { authorization: `Bearer ${await ada.token()}` }, seconds)
    failures += ours.failed + theirs.failed
    rounds.push({ ours: ours.rate, theirs: theirs.rate })
  }
  const ordered = rounds.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const { ours, theirs } = present(ordered[Math.floor(ROUNDS / 2)])
  add(
    leastRow({
      what: 'GET /auth/profile',
      measured: `${Math.round(ours)} a second`,
      beside: `${Math.round(theirs)} by node:http with the same query`,
      share: ours / theirs,
      least: AT_LEAST,
      slack,
      failures,
    }),
  )
}
