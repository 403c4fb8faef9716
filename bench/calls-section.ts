import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from './capacity.ts'
import { cpuOf, type Cpu } from './cpu.ts'
import { bareTransaction, decks, likes, messages, signIns } from './hot-calls.ts'
import { spread } from './measure.ts'
import type { Run } from './run.ts'
import { serving, type Bench } from './server.ts'
import { countingProxy, type Counter } from './trips.ts'

// Costs of a request other than time: round trips to PostgreSQL, and processor time of the server and PostgreSQL.

const PORT = 4871
const MOST_TRIPS = 4
const COUNTED = 15
const WARM_UP = 20
const AT_ONCE = 4
/** After this many milliseconds without requests, a request's follow-up work is also done. */
const QUIET = 20

type Hot = { what: string; prepare: (where: { bench: Bench; base: string }) => Promise<Call> }

const hotCalls: readonly Hot[] = [
  { what: 'a like', prepare: (where) => likes(where, 20_000) },
  { what: 'a message', prepare: messages },
  { what: 'a sign-in', prepare: signIns },
  { what: 'a deck', prepare: decks },
]

type Trips = { untilAnswer: number; inAll: number }

async function untilQuiet({ trips }: Counter): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const before = trips()
    await pause(QUIET)
    if (trips() === before) return
  }
}

/** The median over sequential requests, because background jobs overlap with only a few of them. */
async function tripsOf(call: Call, counter: Counter): Promise<Trips> {
  for (let n = 0; n < WARM_UP; n++) await call(n)
  const [untilAnswer, inAll]: [number[], number[]] = [[], []]
  for (let n = 0; n < COUNTED; n++) {
    await untilQuiet(counter)
    const before = counter.trips()
    await call(WARM_UP + n)
    untilAnswer.push(counter.trips() - before)
    await untilQuiet(counter)
    inAll.push(counter.trips() - before)
  }
  return { untilAnswer: spread(untilAnswer).median, inAll: spread(inAll).median }
}

/** Milliseconds of processor time per request at low concurrency, minus the idle use of both processes. */
async function cpuPerCall(call: Call, pid: number, postmaster: number, seconds: number): Promise<Cpu> {
  const during = async (work: () => Promise<unknown>) => {
    const [began, before] = [performance.now(), cpuOf(pid, postmaster)]
    await work()
    const [after, passed] = [cpuOf(pid, postmaster), performance.now() - began]
    return { server: after.server - before.server, postgres: after.postgres - before.postgres, passed }
  }
  const idle = await during(() => pause(500))
  let calls = 0
  const busy = await during(async () => {
    const end = performance.now() + seconds * 1000
    const caller = async () => {
      while (performance.now() < end) await call(calls++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, caller))
  })
  const idleAfter = await during(() => pause(500))
  // The lower of the two idle rates, because PostgreSQL may have been vacuuming during the other.
  const idleRate = (of: 'server' | 'postgres') => Math.min(idle[of] / idle.passed, idleAfter[of] / idleAfter.passed)
  const each = (of: 'server' | 'postgres') => Math.max(0, busy[of] - idleRate(of) * busy.passed) / calls
  return { server: each('server'), postgres: each('postgres') }
}

const split = ({ server, postgres }: Cpu) => `${server.toFixed(2)} ms Node + ${postgres.toFixed(2)} ms PostgreSQL`

export async function callsSection({ bench, add, seconds }: Run): Promise<void> {
  const { databaseUrl, dataDir, pid, postmaster, plain } = bench
  const bare = await cpuPerCall(bareTransaction(bench), plain.pid, postmaster, seconds)
  const trips = await withCounter(databaseUrl, dataDir, async (base, counter) => {
    const counted: Trips[] = []
    for (const { prepare } of hotCalls) counted.push(await tripsOf(await prepare({ bench, base }), counter))
    return counted
  })
  for (const [at, { what, prepare }] of hotCalls.entries()) {
    const { untilAnswer = NaN, inAll = NaN } = trips[at] ?? {}
    const cpu = await cpuPerCall(await prepare({ bench, base: bench.base }), pid, postmaster, seconds)
    const after = inAll > untilAnswer ? `, ${inAll - untilAnswer} of them after the answer` : ''
    add({
      what: `${what}: round trips and processor`,
      measured: `${inAll}${after}; ${split(cpu)}`,
      beside: `${split(bare)} for a bare transaction`,
      bar: `at most ${MOST_TRIPS} round trips`,
      met: inAll <= MOST_TRIPS,
      ratio: (cpu.server + cpu.postgres) / (bare.server + bare.postgres),
      trips: inAll,
    })
  }
}

async function withCounter<T>(
  databaseUrl: string,
  dataDir: string,
  work: (base: string, counter: Counter) => Promise<T>,
): Promise<T> {
  const counter = await countingProxy(databaseUrl)
  try {
    return await serving(counter.url, dataDir, PORT, ({ base }) => work(base, counter))
  } finally {
    await counter.close()
  }
}
