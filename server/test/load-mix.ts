import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { inTurn, present } from '../../bench/present.ts'
import { password } from '../../bench/people.ts'
import { openSessions } from '../../bench/sessions.ts'
import { pairsOf } from '../../bench/sockets.ts'
import type { Db } from '../src/infra/db/db.ts'
import { call, type Ask } from './http-call.ts'

// Requests from members of a large community, at a constant rate and in the proportions of a usual evening.

export type Answer = { kind: Kind; status: number; retryAfter: number; took: number }

const shares = {
  deck: 20,
  profile: 20,
  list: 20,
  choice: 20,
  message: 10,
  conversation: 9,
  'sign-in': 1,
} as const
export type Kind = keyof typeof shares

const kinds = Object.entries(shares).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind))
/** The kinds of a hundred requests, well mixed: 37 and 100 have no common divisor. */
export const kindOf = (n: number): Kind => inTurn(kinds, (n % 100) * 37)

const LISTS = ['/matches', '/likes', '/notifications', '/choices/allowance']
const PEOPLE = 2000
const CHOICES_EACH = 45

async function cast(db: Db) {
  const { rows } = await sql<{ id: string }>`
    select l.account_id as id from listings l join accounts a on a.id = l.account_id
    where a.state = 'active' and a.email_verified_at is not null order by md5(l.account_id::text) limit ${PEOPLE}`.execute(
    db,
  )
  const people = await openSessions(
    db,
    rows.map(({ id }) => id),
  )
  const { rows: chosen } = await sql<{ chooser: string; chosen: string }>`
    with made as materialized (select chooser_id, chosen_id from choices where chooser_id = any(${rows.map(({ id }) => id)}::uuid[]))
    select one.id as chooser, other.id as chosen
    from unnest(${rows.map(({ id }) => id)}::uuid[]) with ordinality one(id, n)
    cross join generate_series(1, ${CHOICES_EACH}) step
    join unnest(${rows.map(({ id }) => id)}::uuid[]) with ordinality other(id, n)
      on other.n = 1 + (one.n + step * 7) % ${rows.length}
    where one.id <> other.id and (one.id, other.id) not in (select chooser_id, chosen_id from made)
    order by step, one.n`.execute(db)
  const sessions = new Map(people.map((session) => [session.id, session]))
  const choices = chosen.map((row) => ({ session: present(sessions.get(row.chooser)), userId: row.chosen }))
  return { people, choices, pairs: await pairsOf({ db }, PEOPLE / 4) }
}

/** Makes the nth request of the mix, and swipes no pair twice. */
export async function mixOver(db: Db, email: string): Promise<(n: number) => Ask & { kind: Kind }> {
  const { people, choices, pairs } = await cast(db)
  let chosen = 0
  const asks: Record<Kind, (n: number) => Ask> = {
    deck: (n) => ({ method: 'GET', path: '/discovery', session: inTurn(people, n) }),
    // Half of the requests are for the member's own profile, and half for that of a match.
    profile: (n) => {
      const { writer, reader } = inTurn(pairs, n)
      return { method: 'GET', path: n % 2 === 0 ? '/auth/profile' : `/auth/user/${reader.id}`, session: writer }
    },
    list: (n) => ({ method: 'GET', path: inTurn(LISTS, n), session: inTurn(people, n) }),
    choice: () => {
      const { session, userId } = present(choices[chosen++])
      return { method: 'POST', path: '/choices', session, body: { userId, action: chosen % 3 === 0 ? 'like' : 'pass' } }
    },
    message: (n) => {
      const { id, writer } = inTurn(pairs, n)
      const body = { clientId: randomUUID(), text: `Number ${n}, and a few more words as people write them` }
      return { method: 'POST', path: `/matches/${id}/messages`, session: writer, body }
    },
    conversation: (n) => {
      const { id, reader } = inTurn(pairs, n)
      return { method: 'GET', path: `/matches/${id}/messages`, session: reader }
    },
    'sign-in': () => ({ method: 'POST', path: '/auth/login', body: { email, password } }),
  }
  return (n) => ({ ...asks[kindOf(n)](n), kind: kindOf(n) })
}

export type Mix = Awaited<ReturnType<typeof mixOver>>

/** Sends one request. Its duration counts from when it was due, even if the client is late. */
export async function send(base: string, ask: ReturnType<Mix>, due = performance.now()): Promise<Answer> {
  const { status, retryAfter } = await call(base, ask)
  return { kind: ask.kind, status, retryAfter, took: performance.now() - due }
}

/** Sends requests at a constant rate, regardless of unanswered ones (an open loop). */
export async function openLoop(
  rate: number,
  seconds: number,
  one: (due: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  const began = performance.now()
  while (answers.length < rate * seconds) {
    const due = began + (answers.length * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    answers.push(one(due))
  }
  return Promise.all(answers)
}
