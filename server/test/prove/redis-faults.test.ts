import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openFanOut } from '../../src/infra/fan-out/fan-out.ts'
import { openLog } from '../../src/infra/log.ts'
import { anomaliesIn } from '../anomalies.ts'
import { chooseAll, newHistory, writeOnce, writeTo, type Doing, type History } from '../histories.ts'
import { nameOf, type Person } from '../people.ts'
import { attendance } from '../presence.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { reader, type Reader } from '../reader.ts'
import { isRedisInstalled, openRedis } from '../redis-server.ts'
import { runsWhere } from '../where.ts'
import { startWorld, until } from '../world.ts'

// Redis itself is killed, frozen and flushed under two servers whose members write, swipe and sign in.

const PAIRS = 10
const TIMES = 10
const HEARD_WITHIN = 5000
const PRESENT_WITHIN = 60_000
/** After three missed heartbeats, servers replace their connections. */
const SHORT_FREEZE = 2000
const FREEZES = [7000, 12_000, SHORT_FREEZE]
const ABSENCES = [2000, 0, 8000]

/** A member and their server. Each has their own address, because of the limit per address. */
type Seat = { who: Person; base: string; headers: Record<string, string> }
type Pair = { matchId: string; seats: readonly Seat[]; readers: Reader[] }
type Stage = Awaited<ReturnType<typeof openStage>>

let [addresses, calls] = [0, 0]
const ownAddress = () => ({ 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses++ & 255}` })

const through = ({ base, headers }: Pick<Seat, 'base' | 'headers'>, history: History) => ({
  history,
  world: {
    request: async (path: string, init?: RequestInit) => {
      const all = { ...Object.fromEntries(new Headers(init?.headers)), ...headers }
      const answer = await fetch(base + path, { ...init, headers: all })
      if (answer.status >= 500) history.wrong.push(`${path}: ${answer.status} ${await answer.clone().text()}`)
      return answer
    },
  },
})

async function openStage() {
  const redis = await openRedis()
  const env = { TOKEN_SECRET: SECRET, REDIS_URL: redis.url }
  const world = await startWorld({ env, eavesdrop: false })
  const more = { RATE_LIMIT: 'on', TRUSTED_HOPS: '1', METRICS_TOKEN: SECRET }
  const servers = [1, 2].map(() => serverProcess(world, { ...env, ...more }))
  const bases = (await Promise.all(servers)).map(({ base }) => base)
  const history = newHistory()
  const seat = async (name: string, at: number): Promise<Seat> => ({
    who: await world.dater({ firstName: name }),
    base: bases[at]!,
    headers: ownAddress(),
  })
  const failed = (what: string) => void history.wrong.push(what)
  const pairs: Pair[] = []
  for (let n = 0; n < PAIRS; n++) {
    const seats = [await seat(nameOf(n, 'A'), 0), await seat(nameOf(n, 'B'), 1)]
    const matchId = await world.matched(seats[0]!.who, seats[1]!.who)
    const readers = seats.map(({ who, ...rest }) => reader({ ...rest, token: who.token, failed }, matchId))
    pairs.push({ matchId, seats, readers })
  }
  const attending = await attendance(world, bases)
  const readers = pairs.flatMap((pair) => pair.readers)
  await until(() => readers.every(({ isConnected }) => isConnected()))
  const ines = await world.dater({ firstName: 'Ines' })
  return { redis, world, bases, history, pairs, readers, attending, ines }
}

/** Lets everyone swipe everyone else, and one of each pair write. */
async function live({ pairs, history }: Stage, over: () => boolean): Promise<void> {
  const seats = pairs.flatMap((pair) => pair.seats)
  const others = (own: Pair) => pairs.filter((pair) => pair !== own).flatMap((pair) => pair.seats.map(({ who }) => who))
  const doing = (seat: Seat, everyMs: number): Doing => ({ ...through(seat, history), everyMs })
  // Swipes are spread over the duration of all faults.
  const everyMs = (TIMES * 16_000) / seats.length
  await Promise.all([
    ...pairs.flatMap((pair) => pair.seats.map((seat) => chooseAll(doing(seat, everyMs), seat.who, others(pair)))),
    ...pairs.map(({ seats, matchId }, n) => writeTo(doing(seats[n % 2]!, 1000), seats[n % 2]!.who, matchId, over)),
  ])
}

/** Lets everyone write twice, so that 20 events go each way. Returns true if all of them arrive live and soon. */
async function isHeard({ pairs, history }: Stage): Promise<boolean> {
  const write = async ({ matchId, seats, readers }: Pair, from: number) => {
    const seat = seats[from]!
    const seq = await writeOnce(through(seat, history), seat.who, matchId, `call-${calls++}`)
    return () => readers[1 - from]!.heard.has(seq ?? 0)
  }
  // Each pair writes one message after the other, because a busy machine would refuse so many requests at once.
  const sent = await Promise.all(
    pairs.map(async (pair) => {
      const all = []
      for (const from of [0, 1, 0, 1]) all.push(await write(pair, from))
      return all
    }),
  )
  const heard = sent.flat()
  return until(() => heard.every((isThere) => isThere()), 500).catch(() => false)
}

/**
 * Tries ten wrong passwords for one account from one address, which both servers together allow. Returns a check that
 * the limit holds: from this address even the right password is refused, while the owner can sign in elsewhere.
 */
async function guess({ bases, ines }: Stage) {
  const signIn = async (n: number, password: string, from: Record<string, string>) => {
    const body = JSON.stringify({ email: ines.email, password })
    const headers = { 'content-type': 'application/json', ...from }
    return (await fetch(`${bases[n % 2]}/api/v1/auth/login`, { method: 'POST', headers, body })).status
  }
  const on = (count: number, password: string, from: Record<string, string>) =>
    Promise.all(Array.from({ length: count }, (_, n) => signIn(n, password, from)))
  const guesser = ownAddress()
  expect(new Set(await on(10, 'not her password', guesser))).toEqual(new Set([401]))
  return async () => {
    expect(await on(2, ines.password, guesser)).toEqual([429, 429])
    expect(await on(2, ines.password, ownAddress())).toEqual([200, 200])
  }
}

type Fault = { name: string; begin: () => Promise<void> | void; end: () => Promise<void> | void; lasts: number }

/** The faults of Redis, and their durations. */
const faultsOf = ({ redis }: Stage, n: number): Fault[] => [
  { name: 'killed', begin: redis.kill, end: redis.start, lasts: ABSENCES[n % 3]! },
  { name: 'frozen', begin: redis.freeze, end: redis.thaw, lasts: FREEZES[n % 3]! },
  { name: 'flushed', begin: redis.flush, end: () => {}, lasts: 0 },
]

/** The number of times each server told its clients to catch up. */
const gapsOf = ({ bases }: Stage) =>
  Promise.all(
    bases.map(async (base) => {
      const text = await (await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${SECRET}` } })).text()
      return Number(/^fan_out_gaps_total (\d+)$/m.exec(text)?.[1])
    }),
  )

/** Goes through one fault. Returns the time until events arrived again, and until presence was right. */
async function suffer(stage: Stage, { name, begin, end, lasts }: Fault): Promise<[number, number]> {
  const { readers, attending } = stage
  const connections = readers.map((each) => each.connections())
  const gaps = await gapsOf(stage)
  await begin()
  const meanwhile = async () => {
    await attending.change()
    const limitsHold = await guess(stage)
    await limitsHold()
    return limitsHold
  }
  const [limitsHold] = await Promise.all([meanwhile(), pause(lasts)])
  await end()
  const back = performance.now()
  while (!(await isHeard(stage)))
    if (performance.now() - back > 2 * HEARD_WITHIN) throw new Error(`${name}: events aren’t heard again.`)
  const heard = performance.now() - back
  await attending.isRight()
  const present = performance.now() - back
  await limitsHold()
  const isGap = name === 'killed' || lasts > SHORT_FREEZE
  const moreGaps = (await gapsOf(stage)).map((now, at) => now > gaps[at]!)
  const reconnected = readers.map((each, at) => each.connections() > connections[at]!)
  expect([name, ...moreGaps]).toEqual([name, isGap, isGap])
  expect(new Set(reconnected)).toEqual(new Set([isGap]))
  return [heard, present]
}

/** True once every reader has received the whole conversation, in order and without duplicates. */
const hasReadAll = ({ pairs, history }: Stage) =>
  pairs.every(({ matchId, readers }) => {
    const count = history.messages.filter((each) => each.matchId === matchId).length
    return readers.every(({ read }) => read.length === count && read.every((seq, at) => seq === at + 1))
  })

const seconds = (all: number[]) => `${(Math.max(...all) / 1000).toFixed(1)} s`

function report({ history }: Stage, took: Map<string, [number, number][]>) {
  for (const [name, rounds] of took)
    proof(
      `Redis ${name} ${rounds.length} times: 20 of 20 events heard both ways within ` +
        `${seconds(rounds.map(([heard]) => heard))}, presence right within ${seconds(rounds.map(([, present]) => present))}`,
    )
  proof(
    `meanwhile ${history.messages.length} messages and ${history.choices.length} choices on two servers: none lost or ` +
      `doubled, no 5xx; the limits of sign-in held`,
  )
}

test.for(runsWhere(isRedisInstalled, 'redis-server (npm run ops-tools)'))(
  'while Redis is killed, frozen or flushed, nothing is lost or refused, sign-in limits hold, and soon events are heard again',
  async () => {
    const stage = await openStage()
    let isOver = false
    const living = live(stage, () => isOver)
    const took = new Map<string, [number, number][]>()
    try {
      for (let n = 0; n < TIMES; n++)
        for (const fault of faultsOf(stage, n))
          took.set(fault.name, [...(took.get(fault.name) ?? []), await suffer(stage, fault)])
    } finally {
      isOver = true
      await living
    }
    await until(() => hasReadAll(stage), HEARD_WITHIN)
    const all = [...took.values()].flat()
    expect(Math.max(...all.map(([heard]) => heard))).toBeLessThan(HEARD_WITHIN)
    expect(Math.max(...all.map(([, present]) => present))).toBeLessThan(PRESENT_WITHIN)
    expect(await anomaliesIn(stage.world, stage.history)).toEqual([])
    report(stage, took)
  },
)

test('a server whose Redis accepts connections but never answers says so and refuses to start', async () => {
  const frozen = createServer(() => {})
  await new Promise<void>((resolve) => frozen.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void frozen.close())
  const redisUrl = `redis://127.0.0.1:${(frozen.address() as AddressInfo).port}`
  await expect(openFanOut({ databaseUrl: '', redisUrl }, openLog('silent'))).rejects.toThrow('isn’t responding')
})
