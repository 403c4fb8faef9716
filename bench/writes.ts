import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Cpu, cpuOf } from './cpu.ts'
import { bareTransaction, timed, timesRow } from './floor.ts'
import { ms, type Call } from './measure.ts'
import { hotClientOf } from './people.ts'
import { personId } from './population.ts'
import { inTurn, present } from './present.ts'
import type { Run } from './results.ts'
import type { Reaching } from './server.ts'
import { openSessions, type Session } from './sessions.ts'
import { pairsOf } from './sockets.ts'

const BAR = 25
const TIMES = 3
const CHOOSERS = 2000
const LIKES_EACH = 45
const WRITERS = 500

/** Each can be sent once. */
export async function likeCalls(bench: Reaching, most: number): Promise<Call> {
  const likes = await possibleLikes(bench, most)
  return (n) => {
    const { chooser, chosen } = present(likes[n])
    return hotClientOf(bench.base, chooser).choose({ body: { userId: chosen, action: 'like' } })
  }
}

export async function messageCalls(bench: Reaching): Promise<Call> {
  const pairs = await pairsOf(bench, WRITERS)
  return (n) => {
    const { id, writer } = inTurn(pairs, n)
    const body = { clientId: randomUUID(), text: `Number ${n}` }
    return hotClientOf(bench.base, writer).sendMessage({ params: { id }, body })
  }
}

export const likesSection = async (run: Run): Promise<void> =>
  writes(run, 'a like', await likeCalls(run.bench, run.rate * (run.seconds + 1)))

export const messagesSection = async (run: Run): Promise<void> =>
  writes(run, 'a message', await messageCalls(run.bench))

/** Likes that the server accepts: no one likes the same person twice or exceeds the daily likes. */
async function possibleLikes({ db, people }: Reaching, count: number): Promise<{ chooser: Session; chosen: string }[]> {
  // In a large, stored population, this hardly ever picks someone from an earlier run.
  const first = personId(1 + Math.floor(Math.random() * Math.max(0, people - 4 * CHOOSERS)))
  const { rows } = await sql<{ chooser: string; chosen: string }>`
    with member as materialized (
      select l.account_id as id, row_number() over (order by l.account_id) as n, count(*) over () / 2 as half
      from (select account_id from listings where account_id >= ${first} order by account_id limit ${2 * CHOOSERS}) l
      join accounts a on a.id = l.account_id
      where a.state = 'active' and a.email_verified_at is not null)
    select one.id as chooser, other.id as chosen
    from generate_series(1, ${LIKES_EACH}) step cross join member one
    join member other on other.n = one.half + 1 + (one.n + step * 7) % one.half
    where one.n <= one.half
      and not exists (select from choices where chooser_id = one.id and chosen_id = other.id)
    order by step, one.n limit ${count}`.execute(db)
  const sessions = await openSessions(db, [...new Set(rows.map(({ chooser }) => chooser))])
  const of = new Map(sessions.map((session) => [session.id, session]))
  return rows.map(({ chooser, chosen }) => ({ chooser: present(of.get(chooser)), chosen }))
}

async function writes(run: Run, what: string, call: Call): Promise<void> {
  const { bench, seconds, rate, slack } = run
  const bare = await timed(rate, seconds, () => bareTransaction(bench))
  const before = cpuOf(bench.pid, bench.postmaster)
  const own = await timed(rate, seconds, call)
  const after = cpuOf(bench.pid, bench.postmaster)
  // The first second of requests warms up.
  const each = (of: keyof Cpu) => ms((after[of] - before[of]) / (rate * (seconds + 1)))
  const times = { times: own, floor: bare, kind: 'transaction', at: 'p99' } as const
  const row = timesRow(`${what}, ${rate} a second`, BAR, run, times)
  const slower = own.median / bare.median
  run.add({
    ...row,
    measured: `${row.measured}${own.failures}; processor ${each('server')} + ${each('postgres')} in PostgreSQL`,
    beside: `${row.beside}, p99 ${ms(bare.p99)}${bare.failures}`,
    bar: `${row.bar}; median ${slower.toFixed(1)} times, at most ${TIMES * slack}`,
    met: row.met && slower <= TIMES * slack && own.failures === '',
  })
}
