import { present } from './present.ts'
import { load } from './load.ts'
import { newcomer } from './people.ts'
import { plainServer } from './plain.ts'
import type { Run } from './run.ts'

const AT_LEAST = 0.5
const ROUNDS = 3

/** GET /auth/profile beside a plain node:http server that asks the database the same. */
export async function profileSection({ bench, seconds, add }: Run): Promise<void> {
  const { base, databaseUrl } = bench
  const ada = await newcomer(bench)
  const plain = await plainServer(databaseUrl, ada)
  const ratios: { ours: number; theirs: number }[] = []
  let failures = 0
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await load(plain.url, {}, seconds)
      const ours = await load(`${base}/api/v1/auth/profile`, { authorization: `Bearer ${await ada.token()}` }, seconds)
      failures += ours.failed + theirs.failed
      ratios.push({ ours: ours.rate, theirs: theirs.rate })
    }
  } finally {
    await plain.close()
  }
  const ordered = ratios.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const { ours, theirs } = present(ordered[Math.floor(ROUNDS / 2)])
  add({
    what: 'GET /auth/profile',
    measured: `${Math.round(ours)} a second`,
    beside: `${Math.round(theirs)} a second by node:http`,
    bar: `${Math.round((ours / theirs) * 100)} % of it, at least ${AT_LEAST * 100} %`,
    met: ours / theirs >= AT_LEAST && failures === 0,
  })
}
