import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { keysFrom } from '../server/src/infra/keys.ts'
import { makeAccessToken } from '../server/src/infra/tokens.ts'
import { ms } from './measure.ts'
import { clientOf } from './people.ts'
import { SECRET, type Bench } from './server.ts'
import type { Row } from './table.ts'

const A_SECOND = 200
const MOST_A_SOCKET = 32

type Pair = { id: string; writer: string; reader: string }

/** Many people with an open socket, two to a match; some of them write, and the others are told. */
export async function socketsBench(bench: Bench, sockets: number, seconds: number): Promise<Row[]> {
  const pairs = await pairsOf(bench, sockets / 2)
  const before = residentOf(bench.pid)
  const open: Socket[] = []
  const heard = new Map<string, (at: number) => void>()
  for (const { id, writer, reader } of pairs)
    for (const token of [writer, reader]) open.push(await socketOf(bench.base, token, id, token === reader, heard))
  const each = (residentOf(bench.pid) - before) / open.length
  const times = await conversations(bench, pairs, heard, seconds)
  for (const socket of open) socket.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  return [
    {
      what: `message to reader, ${open.length.toLocaleString('en')} sockets`,
      measured: `${ms(at(0.5))}, p99 ${ms(at(0.99))}`,
      beside: `${sorted.length} of ${A_SECOND * seconds} messages, ${A_SECOND} a second`,
      bar: 'p99 at most 50 ms',
      met: at(0.99) <= 50 && sorted.length === A_SECOND * seconds,
    },
    {
      what: 'memory of a socket',
      measured: `${each.toFixed(1)} kB`,
      beside: `${Math.round(before / 1024)} MB without any`,
      bar: `at most ${MOST_A_SOCKET} kB`,
      met: each <= MOST_A_SOCKET,
    },
  ]
}

/** Matches of people who are there, each with a session of their own: what signing in does is measured elsewhere. */
async function pairsOf({ db }: Bench, count: number): Promise<Pair[]> {
  const { rows } = await sql<{ id: string; a_id: string; b_id: string; a_session: string; b_session: string }>`
    with chosen as (
      select distinct on (m.a_id) m.id, m.a_id, m.b_id, gen_random_uuid() as a_session, gen_random_uuid() as b_session
      from matches m join accounts a on a.id = m.a_id join accounts b on b.id = m.b_id
      where m.ended_at is null and a.state = 'active' and b.state = 'active' and a.email_verified_at is not null and b.email_verified_at is not null
      limit ${count}),
    opened as (
      insert into sessions (id, account_id, created_at, last_used_at, ends_at, rotated_at, nonce)
      select s.id, s.account_id, now(), now(), now() + interval '1 day', now(), '\\x00' from chosen,
        lateral (values (a_session, a_id), (b_session, b_id)) s(id, account_id) returning 1)
    select * from chosen`.execute(db)
  const keys = keysFrom([SECRET])
  const token = (account: string, session: string) => makeAccessToken(keys, account, session, new Date())
  return Promise.all(
    rows.map(async ({ id, a_id, b_id, a_session, b_session }) => ({
      id,
      writer: await token(a_id, a_session),
      reader: await token(b_id, b_session),
    })),
  )
}

async function socketOf(
  base: string,
  token: string,
  matchId: string,
  reads: boolean,
  heard: Map<string, (at: number) => void>,
): Promise<Socket> {
  const socket = io(base, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  if (reads)
    socket.on(EVENT, (event: ServerEvent) => {
      if (event.type === 'message.sent' && event.matchId === matchId) heard.get(matchId)?.(performance.now())
    })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('connect_error', reject)
  })
  return socket
}

/** So many messages a second, each by the next pair; how long each took until its reader was told. */
async function conversations(
  { base }: Bench,
  pairs: Pair[],
  heard: Map<string, (at: number) => void>,
  seconds: number,
): Promise<number[]> {
  const times: number[] = []
  const underWay: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < A_SECOND * seconds; n++) {
    const wait = began + (n * 1000) / A_SECOND - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const { id, writer } = pairs[n % pairs.length]!
    const sent = performance.now()
    heard.set(id, (at) => {
      heard.delete(id)
      times.push(at - sent)
    })
    const body = { clientId: `bench-${n}-${id}`.slice(0, 64), text: `Number ${n}` }
    underWay.push(clientOf(base, writer).sendMessage({ params: { id }, body }))
  }
  await Promise.all(underWay)
  // The last of them may still be on their way.
  for (let tries = 0; tries < 50 && heard.size > 0; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  return times
}

/** What a process holds in memory, in kB. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
