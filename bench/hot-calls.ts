import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from './capacity.ts'
import { plainly } from './floor.ts'
import { hotClientOf, newcomer, password } from './people.ts'
import { personId } from './population.ts'
import { inTurn, present } from './present.ts'
import type { Bench } from './server.ts'
import { openSessions, type Session } from './sessions.ts'
import { pairsOf } from './sockets.ts'

// Requests that members make all the time, prepared for many repetitions.

const CHOOSERS = 2000
/** Fewer likes than a day allows without Premium. */
const LIKES_EACH = 45
const WRITERS = 500
const VIEWERS = 500

type Like = { chooser: Session; chosen: string }

/** Likes that the server accepts: no one likes the same person twice or exceeds the daily likes. */
async function possibleLikes({ db, people }: Bench, count: number): Promise<Like[]> {
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

type Where = { bench: Bench; base: string }

export async function likes({ bench, base }: Where, count: number): Promise<Call> {
  const possible = await possibleLikes(bench, count)
  let next = 0
  return async () => {
    const like = possible[next++]
    if (!like) throw new Error(`Only ${possible.length} likes of ${count} could be given.`)
    await hotClientOf(base, like.chooser).choose({ body: { userId: like.chosen, action: 'like' } })
  }
}

export async function messages({ bench, base }: Where): Promise<Call> {
  const pairs = await pairsOf(bench, WRITERS)
  return async (n) => {
    const { id, writer } = inTurn(pairs, n)
    const body = { clientId: randomUUID(), text: `Number ${n}` }
    await hotClientOf(base, writer).sendMessage({ params: { id }, body })
  }
}

export async function decks({ bench, base }: Where): Promise<Call> {
  const { rows } = await sql<{ id: string }>`
    select l.account_id as id from listings l join accounts a on a.id = l.account_id
    where a.state = 'active' and a.email_verified_at is not null order by md5(l.account_id::text) limit ${VIEWERS}`.execute(
    bench.db,
  )
  const viewers = await openSessions(
    bench.db,
    rows.map(({ id }) => id),
  )
  return (n) => hotClientOf(base, inTurn(viewers, n)).discover({ query: {} })
}

export async function signIns({ bench, base }: Where): Promise<Call> {
  const { id } = await newcomer(bench)
  const { email } = await bench.db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  return () => hotClientOf(base).login({ body: { email: present(email), password } })
}

/** The essential work of a like in a bare transaction: it is stored, and counted on both sides. */
export const bareTransaction =
  ({ plain }: Bench): Call =>
  () =>
    plainly({ method: 'POST', url: plain.url })

export const bareRows =
  ({ plain }: Bench): Call =>
  (n) =>
    plainly({ method: 'GET', url: `${plain.url}rows/${n}` })
