import { createHook } from 'node:async_hooks'
import pg from 'pg'
import { io as connect } from 'socket.io-client'
import { EVENT, SOCKET_PATH } from '@kindred/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import WebSocket from 'ws'
import { makeAccessToken, readAccessToken } from '../../src/infra/tokens.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const anyWorld = shared(startWorld)

test('an event reaches a member on another server process', async () => {
  const [here, there] = await twoServers()
  const { token, user } = await here.member()
  const { received } = await there.listen(token)
  here.deps.bus.toAccounts([user._id], { type: 'server.stopping' })
  await until(() => received.length === 1)
  expect(received).toEqual([{ type: 'server.stopping' }])
})

test.each([
  ['no token', undefined],
  ['nonsense', 'nonsense'],
  ['an object', { a: 1 }],
])('a socket with %s is refused', async (_what, token) => {
  const world = await anyWorld()
  await expect(world.listen(token as string)).rejects.toThrow('signed_out')
})

test("a page of another origin can't open a socket", async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  const socket = connect(world.base, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { origin: 'https://evil.example' },
    reconnection: false,
  })
  await expect(
    new Promise((resolve, reject) => socket.once('connect', () => resolve('let in')).once('connect_error', reject)),
  ).rejects.toThrow('websocket error')
  socket.close()
})

test('a socket outlives its token if it authenticates again, as the same session only', async () => {
  const world = await anyWorld()
  const { token, refreshToken } = await world.member()
  const other = await world.member()
  const { socket, closed } = await world.listen(token)
  const fresh = (await world.client().refreshToken({ body: { refreshToken } })).data.token
  expect(await socket.emitWithAck('authenticate', fresh)).toBe(true)
  socket.emit('authenticate', other.token)
  await closed
})

/** The number of times that the viewer of a request or socket is looked up. */
async function lookUpsIn(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = query.mock.calls.map(([given]: unknown[]) =>
    typeof given === 'string' ? given : String((given as { text?: unknown }).text),
  )
  query.mockRestore()
  return texts.filter((text) => text.includes('sessions.elevated_at')).length
}

test('however often a page signs in again, its socket asks the database rarely', async () => {
  const world = await startWorld()
  const { token } = await world.member()
  const { socket, closed } = await world.listen(token)
  const atOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, () => socket.emitWithAck('authenticate', token)))
  await atOnce(1)
  expect(await lookUpsIn(async () => expect(await atOnce(20)).toEqual(Array(20).fill(true)))).toBe(0)
  world.turnClock(31_000)
  expect(await lookUpsIn(async () => expect(await atOnce(20)).toEqual(Array(20).fill(true)))).toBe(1)
  // New tokens of the same session count at once, but only a few of them.
  const { keys } = world.deps
  const { accountId, sessionId } = (await readAccessToken(keys, token, present()))!
  const fresh = (nth: number) => makeAccessToken(keys, accountId, sessionId, inFuture(nth * 1000))
  const inTurn = async () => {
    for (let nth = 1; nth <= 20 && socket.connected; nth++)
      await Promise.race([socket.emitWithAck('authenticate', await fresh(nth)), closed])
    await closed
  }
  expect(await lookUpsIn(inTurn)).toBeLessThanOrEqual(6)
})

test('an open page keeps its user online, even if it asks for nothing', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.matched(ada, ben)
  const { socket } = await world.listen(ben.token)
  const isOnline = async () => (await ada.client.listMatches()).data.matches[0]!.user.isOnline
  world.turnClock(3 * 60_000)
  expect(await isOnline()).toBe(false)
  // Any frame counts, such as the answer to a ping.
  expect(await socket.emitWithAck('authenticate', ben.token)).toBe(true)
  await until(isOnline)
})

/** The durations of all timers that `work` starts. Node keeps a list for each, even after the timers are cleared. */
async function durationsIn(work: () => Promise<void>): Promise<Set<number>> {
  const durations = new Set<number>()
  const hook = createHook({
    init: (_id, type, _trigger, timer) =>
      void (type === 'Timeout' && durations.add(Number(Reflect.get(timer, '_idleTimeout')))),
  }).enable()
  await work()
  hook.disable()
  return durations
}

test('sockets that come and go leave at most one list of timers for each second', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  const comeAndGo = async () => {
    for (let n = 0; n < 20; n++) {
      const { socket, closed } = await world.listen(token)
      socket.close()
      await closed
    }
  }
  const lasting = [...(await durationsIn(comeAndGo))].filter((duration) => duration > 60_000)
  expect(lasting.length).toBeGreaterThan(0)
  expect(lasting.filter((duration) => duration % 1000 > 0)).toEqual([])
})

test('a member has at most ten sockets', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  const sockets = await Promise.all(Array.from({ length: 12 }, () => world.listen(token)))
  const eleventh = await Promise.race(sockets.map(({ closed }, n) => closed.then(() => n)))
  expect(eleventh).toBeGreaterThanOrEqual(0)
  await until(() => sockets.filter(({ socket }) => socket.connected).length === 10)
})

test("a flood of frames or a huge one closes only the sender's socket", async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.member(), await world.member()]
  const [flooder, giant, quiet] = [
    await world.listen(ada.token),
    await world.listen(ada.token),
    await world.listen(ben.token),
  ]
  for (let n = 0; n < 200; n++) flooder.socket.emit('noise', n)
  giant.socket.emit('noise', 'x'.repeat(20_000))
  await Promise.all([flooder.closed, giant.closed])
  world.deps.bus.toAccounts([ben.user._id], { type: 'server.stopping' })
  await until(() => quiet.received.length === 1)
  expect(quiet.socket.connected).toBe(true)
})

/** A socket that speaks for itself, with what it received. */
async function rawSocket(world: World) {
  const socket = new WebSocket(`${world.base.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`)
  onTestFinished(() => socket.terminate())
  const received: string[] = []
  socket.on('message', (data: Buffer) => received.push(data.toString()))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, received, closed }
}

test.each([
  ['token', '40{"token":"nonsense"}', '44{"message":"signed_out"}'],
  ['namespace', '40/other,{}', '44/other,{"message":"Invalid namespace"}'],
])('a socket with a refused %s is closed', async (_what, frame, refusal) => {
  const { socket, received, closed } = await rawSocket(await anyWorld())
  socket.send(frame)
  await closed
  expect(received.slice(1)).toEqual([refusal])
})

test('frames count before a socket is signed in: one token, and nothing after it', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  for (const frame of ['40{"token":"nonsense"}', `40${JSON.stringify({ token })}`, '42["noise"]']) {
    const { socket, received, closed } = await rawSocket(world)
    for (let n = 0; n < 2000; n++) socket.send(frame)
    await closed
    expect(received.length).toBeLessThanOrEqual(2)
  }
})

test('the oldest of 200 sockets without a session makes room for the next one from its address', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  const sockets = await Promise.all(Array.from({ length: 200 }, () => rawSocket(world)))
  for (const { socket } of sockets) socket.send('3')
  const signedIn = await world.listen(token)
  // The server's first message opened the socket. A second would be a ping, after 25 seconds.
  const [{ received }] = await Promise.race(sockets.map(async (each) => [each, await each.closed] as const))
  expect(received).toHaveLength(1)
  expect(signedIn.socket.connected).toBe(true)
})

test('a stopping server asks its sockets to reconnect, and finishes', async () => {
  const world = await startWorld()
  const { token } = await world.member()
  const { socket, closed } = await world.listen(token)
  const stopping = new Promise((resolve) => socket.once(EVENT, resolve))
  const stopped = world.stop()
  await expect(stopping).resolves.toEqual({ type: 'server.stopping' })
  await closed
  // The page would give up if the server had closed the socket itself.
  expect(socket.active).toBe(true)
  await stopped
  await expect(world.request('/healthz')).rejects.toThrow('fetch failed')
})

async function twoServers() {
  const here = await startWorld({ env: { TOKEN_SECRET: 'a secret that both of the servers have' } })
  const there = await startWorld({
    env: { TOKEN_SECRET: 'a secret that both of the servers have' },
    databaseUrl: here.databaseUrl,
  })
  return [here, there] as const
}

test('after signing out, open sockets close and requests are refused', async () => {
  const world = await startWorld()
  const { client, token } = await world.member()
  const { received, closed } = await world.listen(token)
  await client.logout({ body: {} })
  await closed
  expect(received).toEqual([{ type: 'session.ended', reason: 'signed_out' }])
  await until(() =>
    client.getProfile().then(
      () => false,
      (error: { status: number }) => error.status === 401,
    ),
  )
})

test('a session ended on one server closes its sockets on the other', async () => {
  const [here, there] = await twoServers()
  const { client, token } = await here.member()
  const { received, closed } = await there.listen(token)
  await client.logout({ body: {} })
  await closed
  expect(received).toEqual([{ type: 'session.ended', reason: 'signed_out' }])
})
