import { present } from './present.ts'
import { load } from './load.ts'
import { newcomer } from './people.ts'
import { plainServer } from './plain.ts'
import type { Bench } from './server.ts'
import type { Row } from './table.ts'

const AT_LEAST = 0.5
const ROUNDS = 3

/** GET /auth/profile compared with a plain node:http server that runs the same query. */
export async function profileBench({ base, databaseUrl }: Bench, seconds: number): Promise<Row[]> {
  const { token, id } = await newcomer({ base }, 'ada')
  const plain = await plainServer(databaseUrl, id, token)
  const ratios: { ours: number; theirs: number }[] = []
  let failures = 0
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await load(plain.url, {}, seconds)
      const ours = await load(`${base}/api/v1/auth/profile`, { authorization: `Bearer ${token}` }, seconds)
      failures += ours.failed + theirs.failed
      ratios.push({ ours: ours.rate, theirs: theirs.rate })
    }
  } finally {
    plain.close()
  }
  const ordered = ratios.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const { ours, theirs } = present(ordered[Math.floor(ROUNDS / 2)])
  return [
    {
      what: 'GET /auth/profile',
      measured: `${Math.round(ours)} a second`,
      beside: `${Math.round(theirs)} a second by node:http`,
      bar: `${Math.round((ours / theirs) * 100)} % of it, at least ${AT_LEAST * 100} %`,
      met: ours / theirs >= AT_LEAST && failures === 0,
    },
  ]
}
