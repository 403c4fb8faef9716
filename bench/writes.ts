import { inTurn, present } from './present.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pace } from './load.ts'
import { ms, spread, type Spread } from './measure.ts'
import { clientOf, newcomer, tokensOf } from './people.ts'
import { plainServer } from './plain.ts'
import type { Bench } from './server.ts'
import { pairsOf } from './sockets.ts'
import type { Row } from './table.ts'

const A_SECOND = 200
const SLOWEST = 25
const TIMES = 3
const PEOPLE = 500

/** Likes and messages at 200 per second, compared with a plain server that writes a like in a bare transaction. */
export async function writesBench(bench: Bench, seconds: number): Promise<Row[]> {
  const wishes = await wishesOf(bench, A_SECOND * (seconds + 1))
  const bare = await bareLike(bench, seconds)
  const like = await timed(seconds, async (n) => {
    const { chooser, chosen } = present(wishes[n])
    await clientOf(bench.base, chooser).choose({ body: { userId: chosen, action: 'like' } })
  })
  const pairs = await pairsOf(bench, PEOPLE)
  const message = await timed(seconds, async (n) => {
    const { id, writer } = inTurn(pairs, n)
    const body = { clientId: `write-${n}-${randomUUID()}`, text: `Number ${n}` }
    await clientOf(bench.base, writer).sendMessage({ params: { id }, body })
  })
  const row = (what: string, times: Spread): Row => ({
    what: `${what}, ${A_SECOND} a second`,
    measured: `${ms(times.median)}, p99 ${ms(times.p99)}`,
    beside: `${ms(bare.median)}, p99 ${ms(bare.p99)} for a bare transaction of three statements, by node:http`,
    bar: `p99 at most ${SLOWEST} ms; ${(times.median / bare.median).toFixed(1)} times as long, at most ${TIMES}`,
    met: times.p99 <= SLOWEST && times.median <= TIMES * bare.median,
  })
  return [row('a like', like), row('a message', message)]
}

/** The duration of each; the first second only warms up both servers. */
async function timed(seconds: number, call: (n: number) => Promise<unknown>): Promise<Spread> {
  const times: number[] = []
  await pace(A_SECOND, seconds + 1, async (n) => {
    const began = performance.now()
    await call(n)
    if (n >= A_SECOND) times.push(performance.now() - began)
  })
  return spread(times)
}

type Wish = { chooser: string; chosen: string }

/** Possible likes: nobody chooses the same person twice, or exceeds the daily limit. */
async function wishesOf({ db }: Bench, count: number): Promise<Wish[]> {
  const { rows } = await sql<{ chooser: string; chosen: string }>`
    with member as materialized (
      select l.account_id as id, row_number() over (order by l.account_id) as n
      from listings l join accounts a on a.id = l.account_id
      where a.state = 'active' and a.email_verified_at is not null limit ${2 * PEOPLE})
    select one.id as chooser, other.id as chosen
    from generate_series(0, 60) step cross join member one
    join member other on other.n = ${PEOPLE} + 1 + (one.n + step * 7) % ${PEOPLE}
    where one.n <= ${PEOPLE} and not exists (select from choices where chooser_id = one.id and chosen_id = other.id)
    order by step, one.n limit ${count}`.execute(db)
  if (rows.length < count) throw new Error(`Only ${rows.length} likes of ${count} can be given.`)
  const choosers = [...new Set(rows.map(({ chooser }) => chooser))]
  const tokens = await tokensOf(db, choosers)
  const of = new Map(choosers.map((id, at) => [id, tokens[at]]))
  return rows.map(({ chooser, chosen }) => ({ chooser: present(of.get(chooser)), chosen }))
}

async function bareLike(bench: Bench, seconds: number): Promise<Spread> {
  const { token, id } = await newcomer(bench, 'bea')
  const plain = await plainServer(bench.databaseUrl, id, token)
  try {
    return await timed(seconds, async () => {
      const answer = await fetch(plain.url, { method: 'POST' })
      if (!answer.ok) throw new Error('The plain server could not write.')
      await answer.text()
    })
  } finally {
    plain.close()
  }
}
