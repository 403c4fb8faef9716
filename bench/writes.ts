import { ApiError } from '@kindred/contract'
import { inTurn, present } from './present.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pace } from './load.ts'
import { ms, spread, type Spread } from './measure.ts'
import { clientOf, newcomer } from './people.ts'
import { plainServer } from './plain.ts'
import type { Bench } from './server.ts'
import { pairsOf } from './sockets.ts'
import type { Row } from './results.ts'
import type { Run } from './run.ts'
import { openSessions, type Session } from './sessions.ts'

const A_SECOND = 200
const SLOWEST = 25
const TIMES = 3
const PEOPLE = 500

/** Likes at 200 a second, compared with a plain server that writes a like in a bare transaction. */
export async function likesSection({ bench, seconds, add }: Run): Promise<void> {
  const wishes = await wishesOf(bench, A_SECOND * (seconds + 1))
  const bare = await bareLike(bench, seconds)
  const like = await timed(seconds, async (n) => {
    const { chooser, chosen } = present(wishes[n])
    await clientOf(bench.base, chooser).choose({ body: { userId: chosen, action: 'like' } })
  })
  add(row('a like', like, bare))
}

/** Messages at the same rate, beside the same. */
export async function messagesSection({ bench, seconds, add }: Run): Promise<void> {
  const bare = await bareLike(bench, seconds)
  const pairs = await pairsOf(bench, PEOPLE)
  const message = await timed(seconds, async (n) => {
    const { id, writer } = inTurn(pairs, n)
    const body = { clientId: `write-${n}-${randomUUID()}`, text: `Number ${n}` }
    await clientOf(bench.base, writer).sendMessage({ params: { id }, body })
  })
  add(row('a message', message, bare))
}

type Timed = Spread & { failures: ReadonlyMap<string, number> }

const row = (what: string, times: Timed, bare: Timed): Row => ({
  what: `${what}, ${A_SECOND} a second`,
  measured: `${ms(times.median)}, p99 ${ms(times.p99)}${failuresIn(times)}`,
  beside: `${ms(bare.median)}, p99 ${ms(bare.p99)}${failuresIn(bare)} for a bare transaction of three statements, by node:http`,
  bar: `p99 at most ${SLOWEST} ms; ${(times.median / bare.median).toFixed(1)} times as long, at most ${TIMES}`,
  met: times.p99 <= SLOWEST && times.median <= TIMES * bare.median && times.failures.size === 0,
})

const failuresIn = ({ failures }: Timed) => [...failures].map(([code, count]) => `, ${count} ${code}`).join('')

/**
 * How long each took, refused ones too: a server that cannot keep up is a result. The first second does not count: it
 * warms both up.
 */
async function timed(seconds: number, call: (n: number) => Promise<unknown>): Promise<Timed> {
  const times: number[] = []
  const failures = new Map<string, number>()
  await pace(A_SECOND, seconds + 1, async (n) => {
    const began = performance.now()
    await call(n).catch((error: unknown) => {
      const code = error instanceof ApiError ? error.code : String(error)
      failures.set(code, (failures.get(code) ?? 0) + 1)
    })
    if (n >= A_SECOND) times.push(performance.now() - began)
  })
  return { ...spread(times), failures }
}

type Wish = { chooser: Session; chosen: string }

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
  const of = new Map((await openSessions(db, choosers)).map((session) => [session.id, session]))
  return rows.map(({ chooser, chosen }) => ({ chooser: present(of.get(chooser)), chosen }))
}

async function bareLike(bench: Bench, seconds: number): Promise<Timed> {
  const plain = await plainServer(bench.databaseUrl, await newcomer(bench))
  try {
    return await timed(seconds, async () => {
      const answer = await fetch(plain.url, { method: 'POST' })
      if (!answer.ok) throw new Error('The plain server could not write.')
      await answer.text()
    })
  } finally {
    await plain.close()
  }
}
