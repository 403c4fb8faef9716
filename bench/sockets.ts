import { inTurn, present } from './present.ts'
import { ApiError, EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { bareTransaction, timed, timesRow } from './floor.ts'
import { pace, residentOf, spread } from './measure.ts'
import { hotClientOf } from './people.ts'
import type { Run } from './results.ts'
import type { Bench } from './server.ts'
import { openSessions, type Session } from './sessions.ts'

const SOCKETS = 5000
const A_SECOND = 200
const MOST_A_SOCKET = 32
const LONGEST = 50
const LOST_AFTER = 5000

export type Pair = { id: string; writer: Session; reader: Session }

class Arrivals {
  readonly #known = new Map<string, PromiseWithResolvers<number>>()
  #of(key: string) {
    const known = this.#known.get(key) ?? Promise.withResolvers<number>()
    this.#known.set(key, known)
    return known
  }
  note = (key: string): void => this.#of(key).resolve(performance.now())
  when = (key: string): Promise<number | null> =>
    Promise.race([this.#of(key).promise, new Promise<null>((resolve) => setTimeout(resolve, LOST_AFTER, null))])
}

export async function socketsSection(run: Run): Promise<void> {
  const { bench, seconds, add } = run
  const pairs = await pairsOf(bench, SOCKETS / 2)
  const before = residentOf(bench.pid)
  const open: Socket[] = []
  const arrivals = new Arrivals()
  for (const pair of pairs) open.push(...(await socketsOf(bench.base, pair, arrivals)))
  const kilobytes = (residentOf(bench.pid) - before) / open.length
  const floor = await timed(A_SECOND, seconds, () => bareTransaction(bench))
  // The first second only warms up the server.
  await conversations(bench, pairs, arrivals, 1)
  const times = await conversations(bench, pairs, arrivals, seconds)
  for (const socket of open) socket.close()
  const lost = A_SECOND * seconds - times.count
  const what = `message to reader, ${open.length.toLocaleString('en')} sockets`
  const row = timesRow(what, LONGEST, run, { times, floor, kind: 'transaction', at: 'p99' })
  add({ ...row, measured: `${row.measured}${lost > 0 ? `, ${lost} lost` : ''}`, met: row.met && lost === 0 })
  add({
    what: 'memory of a socket',
    measured: `${kilobytes.toFixed(1)} kB`,
    beside: 'no baseline',
    bar: `at most ${MOST_A_SOCKET} kB`,
    met: kilobytes <= MOST_A_SOCKET,
  })
}

/** Pairs of matched members, each with a session, because sign-in is measured elsewhere. */
export async function pairsOf({ db }: Pick<Bench, 'db'>, count: number): Promise<Pair[]> {
  const { rows } = await sql<{ id: string; a_id: string; b_id: string }>`
    select distinct on (m.a_id) m.id, m.a_id, m.b_id
    from matches m join accounts a on a.id = m.a_id join accounts b on b.id = m.b_id
    where m.ended_at is null and a.state = 'active' and b.state = 'active'
      and a.email_verified_at is not null and b.email_verified_at is not null
    limit ${count}`.execute(db)
  const sessions = await openSessions(
    db,
    rows.flatMap(({ a_id, b_id }) => [a_id, b_id]),
  )
  return rows.map(({ id }, at) => ({
    id,
    writer: present(sessions[2 * at]),
    reader: present(sessions[2 * at + 1]),
  }))
}

async function socketsOf(base: string, { id, writer, reader }: Pair, arrivals: Arrivals): Promise<Socket[]> {
  const [theirs, own] = [await socketOf(base, writer), await socketOf(base, reader)]
  own.on(EVENT, (event: ServerEvent) => {
    if (event.type === 'message.sent' && event.matchId === id) arrivals.note(`${id} ${event.seq}`)
  })
  return [theirs, own]
}

export async function socketOf(base: string, session: Session): Promise<Socket> {
  const socket = io(base, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { token: await session.token() },
    reconnection: false,
    forceNew: true,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('connect_error', reject)
  })
  return socket
}

/** A message that a busy server refuses is lost, which counts as a result. */
const refused = (error: unknown): null => {
  if (error instanceof ApiError) return null
  throw error
}

/** Sends messages at a constant rate, each by the next pair, and measures the time until the reader is notified. */
async function conversations({ base }: Bench, pairs: Pair[], arrivals: Arrivals, seconds: number) {
  const times: number[] = []
  await pace(A_SECOND, seconds, async (n) => {
    const { id, writer } = inTurn(pairs, n)
    const sent = performance.now()
    const body = { clientId: `bench-${n}-${randomUUID()}`, text: `Number ${n}` }
    const seq = await hotClientOf(base, writer)
      .sendMessage({ params: { id }, body })
      .then(({ data }) => data.message.seq, refused)
    const at = seq === null ? null : await arrivals.when(`${id} ${seq}`)
    if (at !== null) times.push(at - sent)
  })
  return spread(times)
}
