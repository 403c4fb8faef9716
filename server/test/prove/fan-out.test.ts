import { EVENT, SOCKET_PATH, type ServerEvent } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalRedis } from '../local-redis.ts'
import { SECRET } from '../processes.ts'
import { proof, rounds } from '../proofs.ts'
import { relayTo } from '../relay.ts'
import { appUrlOf, cloneDatabase, startWorld, until, type World } from '../world.ts'

type Side = { world: World; cuts: (() => Promise<unknown> | void)[] }

const env = { TOKEN_SECRET: SECRET }

/** Two servers over one database, each with its own relay and with ways to cut it off. */
async function overPostgres(): Promise<Side[]> {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  const side = async () => {
    const relay = await relayTo(appUrlOf(database.url))
    const world = await startWorld({ env, databaseUrl: database.url, appUrl: relay.url })
    const terminate = async () => {
      const { rowCount } = await world.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and application_name = 'kindred events' and client_port in (${relay.ports().join()})`,
      )
      expect(rowCount).toBe(1)
    }
    return { world, cuts: [terminate, relay.cut] }
  }
  return [await side(), await side()]
}

async function overRedis(): Promise<Side[]> {
  const redis = await openLocalRedis()
  onTestFinished(redis.stop)
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  const side = async () => {
    const relay = await relayTo(redis.url)
    const world = await startWorld({ env: { ...env, REDIS_URL: relay.url }, databaseUrl: database.url })
    return { world, cuts: [relay.cut] }
  }
  return [await side(), await side()]
}

/** A page that reconnects by itself, then counts everything sent so far as read, and records its events. */
async function page({ base }: World, token: string, sent: () => number) {
  const heard = new Set<number>()
  const socket = io(base, { path: SOCKET_PATH, transports: ['websocket'], auth: { token } })
  onTestFinished(() => void socket.close())
  let [connections, read] = [0, 0]
  socket.on('connect', () => ([connections, read] = [connections + 1, sent()]))
  socket.on(EVENT, (event: ServerEvent) => void (event.type === 'message.sent' && heard.add(event.seq)))
  await until(() => socket.connected)
  const heardAll = (after: number) => [...heard].filter((seq) => seq > after).length === sent() - after
  return {
    heardAll,
    knowsAll: () => heardAll(read),
    isConnected: () => socket.connected,
    connections: () => connections,
  }
}

const gapsIn = ({ logged }: World) => logged().split('may have been lost').length - 1
const figuresOf = ({ deps }: World) => deps.bus.figures()
const MANY = 20
/** Five seconds, or more if other tests run at the same time. */
const SOON = rounds(20_000, 5000)

test.each([
  ['PostgreSQL', overPostgres],
  ['Redis', overRedis],
])(
  'servers connected through %s hear each other again within five seconds of a cut',
  async (carrier, start) => {
    const sides = await start()
    const [ada, ben] = [await sides[0]!.world.member(), await sides[1]!.world.member()]
    const members = [ada, ben]
    const matchId = randomUUID()
    let seq = 0
    const pages = await Promise.all(sides.map(({ world }, n) => page(world, members[n]!.token, () => seq)))
    /** Sends events from each server to the member on the other one. */
    const sendBothWays = (count: number) => {
      for (let n = 0; n < count; n++) {
        seq++
        for (const [n, { world }] of sides.entries())
          world.deps.bus.toAccounts([members[1 - n]!.user._id], { type: 'message.sent', matchId, seq })
      }
    }
    const hearEachOther = async () => {
      const before = seq
      sendBothWays(MANY)
      await until(() => pages.every(({ heardAll }) => heardAll(before)))
    }
    const gaps = () => sides.map(({ world }) => gapsIn(world))
    await hearEachOther()
    const took: number[] = []
    const cuts = rounds(1, 5)
    for (const [n, { world, cuts: ways }] of sides.entries())
      for (let one = 0; one < cuts; one++) {
        const [before, connections, { dropped }] = [gaps(), pages.map((each) => each.connections()), figuresOf(world)]
        const began = performance.now()
        await ways[one % ways.length]!()
        // This event doesn't reach the other server, which notices the gap in the numbers.
        sendBothWays(1)
        await until(() => pages.every((each, at) => each.connections() > connections[at]! && each.isConnected()))
        await hearEachOther()
        took.push(performance.now() - began)
        expect(pages.map(({ knowsAll }) => knowsAll())).toEqual([true, true])
        expect(gaps()).toEqual(before.map((count) => count + 1))
        expect(figuresOf(world)).toMatchObject({ gaps: before[n]! + 1, dropped: dropped + 1, connected: true })
      }
    // Clients are only told to reload after losses.
    expect(gaps()).toEqual([2 * cuts, 2 * cuts])
    expect(Math.max(...took)).toBeLessThan(SOON)
    const metrics = await (await sides[0]!.world.request('/metrics')).text()
    expect(metrics).toContain(`fan_out_gaps_total ${2 * cuts}\n`)
    proof(
      `${carrier}: each of two servers cut off ${cuts} times, ${MANY} of ${MANY} events heard both ways ` +
        `within ${(Math.max(...took) / 1000).toFixed(1)} s`,
    )
  },
  120_000,
)
