import { SOCKET_PATH } from '@kindred/contract'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { Person } from './people.ts'
import { stopWhenOver, until, type World } from './world.ts'

// Presence across two servers: someone with the maximum number of sockets, half of them on each server, and someone
// seen as online by a member on the other server.

const SOCKETS_EACH = 5
const RIGHT_WITHIN = 60_000

const openSocket = (base: string, { token }: Person, reconnection: boolean): Socket => {
  const options = { path: SOCKET_PATH, transports: ['websocket'], auth: { token }, forceNew: true, reconnection }
  return io(base, { ...options, reconnectionDelayMax: 500 })
}

/** True if the server accepts a socket. Otherwise, it closes the socket at once, and the client doesn't reconnect. */
async function isIn(socket: Socket, { token }: Person): Promise<boolean> {
  const gone = new Promise<boolean>((resolve) => {
    socket.once('disconnect', () => resolve(false)).once('connect_error', () => resolve(false))
  })
  return Promise.race([socket.emitWithAck('authenticate', token).then(Boolean), gone])
}

async function letsIn(base: string, who: Person): Promise<boolean> {
  const socket = openSocket(base, who, false)
  const is = await isIn(socket, who)
  socket.close()
  return is
}

export async function attendance(world: World, bases: readonly string[]) {
  const crowd = await world.dater({ firstName: 'Cleo' })
  const sockets = bases.flatMap((base) => Array.from({ length: SOCKETS_EACH }, () => openSocket(base, crowd, true)))
  stopWhenOver(() => sockets.forEach((socket) => socket.close()))
  const isFull = async () => {
    for (const base of bases) if (await letsIn(base, crowd)) return false
    return true
  }
  const isThere = (socket: Socket) => {
    if (!socket.active) socket.connect()
    return isIn(socket, crowd)
  }
  const areThere = async (some: Socket[]) => (await Promise.all(some.map(isThere))).every(Boolean)

  const [dora, finn] = [await world.dater({ firstName: 'Dora' }), await world.dater({ firstName: 'Finn' })]
  await world.matched(dora, finn)
  const ask = async (base: string, { token }: Person) => {
    const answer = await fetch(`${base}/api/v1/matches`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { data: { matches: { user: { isOnline: boolean } }[] } }
  }
  const isOnline = async () => (await ask(bases[1]!, finn)).data.matches[0]!.user.isOnline
  await until(() => areThere(sockets))
  await until(isFull)
  return {
    /** Closes one socket on the first server, and lets someone who was away for an hour visit that server. */
    change: async () => {
      await world.query(`update accounts set last_active_at = now() - interval '1 hour' where id = '${dora.user._id}'`)
      expect(await isOnline()).toBe(false)
      await ask(bases[0]!, dora)
      sockets[0]!.close()
    },
    /** Waits until both servers know about both changes, and then about the reconnected socket. */
    isRight: async () => {
      await until(isOnline, RIGHT_WITHIN)
      await until(() => areThere(sockets.slice(1)), RIGHT_WITHIN)
      await until(() => letsIn(bases[1]!, crowd), RIGHT_WITHIN)
      await until(() => areThere(sockets), RIGHT_WITHIN)
      await until(isFull, RIGHT_WITHIN)
    },
  }
}
