import { SOCKET_PATH } from '@kindred/contract'
import pg from 'pg'
import { io as connect, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { metricsOf, valueOf } from '../metrics.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

/** Four sockets of a member sign in at once, and fail after three seconds while the database can't read sessions. */
const [AT_ONCE, MEMBERS] = [4, 3]
const [MAX_OPEN, MOST_WAITING, TOO_MANY] = [10, 20, 30]
/** While requests of at least BUSY of these CALLERS wait, each turn of sockets waits for LONGEST_WAIT ms. */
const [BUSY, CALLERS] = [16, 40]
const [TURNS, LONGEST_WAIT] = [2, 500]

async function lockedBy(world: World, table: string): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: world.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  await database.query(`begin; lock table ${table} in access exclusive mode`)
  return database
}

const socketOf = (world: World, token: string): Socket => {
  const options = { path: SOCKET_PATH, transports: ['websocket'], auth: { token }, reconnection: false }
  const socket = connect(world.base, { ...options, forceNew: true })
  onTestFinished(() => void socket.close())
  return socket
}

test('sockets that return at once wait for their turn to sign in; one without a token is closed', async () => {
  const world = await startWorld()
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => world.member()))
  const database = await lockedBy(world, 'sessions')

  const silent = new WebSocket(`${world.base.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`)
  const hasClosed = new Promise((resolve) => silent.once('close', resolve))
  silent.once('open', () => silent.send('3'))
  const sockets: Socket[] = []
  const broken = new Set<Socket>()
  for (const { token } of members)
    for (let n = 0; n < AT_ONCE; n++) {
      const socket = socketOf(world, token)
      socket.io.on('close', () => broken.add(socket))
      sockets.push(socket)
    }
  // A stranger is refused without waiting for these sockets.
  const refused = await new Promise<Error>((resolve) => socketOf(world, 'no token').once('connect_error', resolve))
  expect([refused.message, broken.size]).toEqual(['signed_out', 0])
  await hasClosed
  // After more than five seconds, the last member's sockets have their turn.
  await until(() => broken.size === (MEMBERS - 1) * AT_ONCE)
  await database.query('rollback')
  await until(() => sockets.filter(({ connected }) => connected).length === AT_ONCE)
  expect(broken.size).toBe((MEMBERS - 1) * AT_ONCE)
})

test('one account can’t take the turns of others: of its sockets, twenty wait and the rest are closed', async () => {
  const world = await startWorld()
  const { token } = await world.member()
  const database = await lockedBy(world, 'sessions')
  const sockets = Array.from({ length: MOST_WAITING + TOO_MANY }, () => socketOf(world, token))
  const closed = new Set<Socket>()
  for (const socket of sockets) socket.io.on('close', () => closed.add(socket))
  // If all sockets waited for their turns of three seconds each, closing this many would take 23 seconds.
  await until(() => closed.size >= TOO_MANY, 15_000)
  await database.query('rollback')
  await until(() => closed.size >= MOST_WAITING + TOO_MANY - MAX_OPEN)
  expect(sockets.filter(({ connected }) => connected)).toHaveLength(MAX_OPEN)
})

test('while requests of others wait, a few sockets at a time are signed in, one turn after another', async () => {
  const world = await startWorld()
  const { token } = await world.member()
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => world.member()))
  const database = await lockedBy(world, 'notifications')
  let isOver = false
  const ask = async (caller: Person): Promise<void> => {
    await caller.client.listNotifications().catch(() => {})
    if (!isOver) await ask(caller)
  }
  const asked = callers.map(ask)
  const isBusy = async () => (valueOf(await metricsOf(world), 'admission_waiting{load="ordinary"}') ?? 0) >= BUSY
  await until(isBusy)
  const began = performance.now()
  const sockets = Array.from({ length: TURNS * AT_ONCE }, () => socketOf(world, token))
  await until(() => sockets.every(({ connected }) => connected))
  expect(performance.now() - began).toBeGreaterThan(TURNS * LONGEST_WAIT)
  await until(isBusy)
  isOver = true
  await database.query('rollback')
  await Promise.all(asked)
})
