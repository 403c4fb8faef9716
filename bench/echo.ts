import { portFrom } from './port.ts'
import { inTurn, present } from './present.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { pace } from './load.ts'
import { started, stop } from './started.ts'
import { residentOf, spread, type Spread } from './measure.ts'

export type Echo = { times: Spread; kilobytes: number }

/** Runs a bare `ws` server that echoes as many messages on as many sockets, as a baseline for the product. */
export async function echo(sockets: number, rate: number, seconds: number): Promise<Echo> {
  const child = started(fork('bench/echo-server.ts'))
  const port = await portFrom(child)
  const pid = present(child.pid)
  const before = residentOf(pid)
  const open: WebSocket[] = []
  try {
    for (let n = 0; n < sockets; n++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
      await once(socket, 'open')
      open.push(socket)
    }
    const kilobytes = (residentOf(pid) - before) / sockets
    const times: number[] = []
    await pace(rate, seconds, async (n) => {
      const socket = inTurn(open, n)
      const sent = performance.now()
      socket.send(`Number ${n}`)
      await once(socket, 'message')
      times.push(performance.now() - sent)
    })
    return { times: spread(times), kilobytes }
  } finally {
    for (const socket of open) socket.terminate()
    await stop(child)
  }
}
