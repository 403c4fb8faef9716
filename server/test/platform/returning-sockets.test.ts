import { SOCKET_PATH } from '@kindred/contract'
import pg from 'pg'
import { io as connect, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { metricsOf, valueOf } from '../metrics.ts'
import { startWorld, until, type World } from '../world.ts'

/** Four sign in at once, and each fails after three seconds in which the database can't read sessions. */
const [AT_ONCE, MEMBERS] = [4, 3]
/** So many requests wait when sockets wait, too; some more run. */
const [BUSY, REQUESTS] = [16, 40]

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

test('sockets that return at once wait for their turn to sign in; one that says nothing is closed', async () => {
  const world = await startWorld()
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => world.member()))
  const database = await lockedBy(world, 'sessions')

  const silent = new WebSocket(`${world.base.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`)
  const hasClosed = new Promise((resolve) => silent.once('close', resolve))
  const sockets: Socket[] = []
  const broken = new Set<Socket>()
  for (const { token } of members)
    for (let n = 0; n < AT_ONCE; n++) {
      const socket = socketOf(world, token)
      socket.io.on('close', () => broken.add(socket))
      sockets.push(socket)
    }
  await hasClosed
  // After more than five seconds, the last ones have their turn.
  await until(() => broken.size === (MEMBERS - 1) * AT_ONCE)
  await database.query('rollback')
  await until(() => sockets.filter(({ connected }) => connected).length === AT_ONCE)
  expect(broken.size).toBe((MEMBERS - 1) * AT_ONCE)
})

test('no socket is signed in while requests of others wait', async () => {
  const world = await startWorld()
  const { token, client } = await world.member()
  const database = await lockedBy(world, 'notifications')
  const asked = Array.from({ length: REQUESTS }, () => client.listNotifications().catch(() => {}))
  await until(async () => (valueOf(await metricsOf(world), 'admission_waiting{load="ordinary"}') ?? 0) >= BUSY)
  const socket = socketOf(world, token)
  // The first ones are given up by then, and the others wait for theirs.
  await Promise.race(asked)
  expect(socket.connected).toBe(false)
  await database.query('rollback')
  await until(() => socket.connected)
  await Promise.all(asked)
})
