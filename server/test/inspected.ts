import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'

// Reads the heap of another process through its inspector. Start the process with NODE_OPTIONS=--inspect-port=PORT.

type Reply = { id?: number; result?: unknown; error?: { message: string } }

async function inspectorAt(port: number, tries = 100): Promise<string> {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
  const [target] = listed ? ((await listed.json()) as { webSocketDebuggerUrl: string }[]) : []
  if (target) return target.webSocketDebuggerUrl
  if (tries === 0) throw new Error('The inspector did not start.')
  await pause(50)
  return inspectorAt(port, tries - 1)
}

/** Returns functions that collect garbage in a process, count the bytes in use, and close the connection. */
export async function openHeap(pid: number, port: number) {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorAt(port))
  await once(socket, 'open')
  let asked = 0
  const ask = <T>(method: string) =>
    new Promise<T>((resolve, reject) => {
      const id = ++asked
      const hear = (data: WebSocket.RawData) => {
        if (!Buffer.isBuffer(data)) return
        const reply = JSON.parse(data.toString()) as Reply
        if (reply.id !== id) return
        socket.off('message', hear)
        if (reply.error) reject(new Error(reply.error.message))
        else resolve(reply.result as T)
      }
      socket.on('message', hear)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    usedBytes: async () => {
      await ask('HeapProfiler.collectGarbage')
      return (await ask<{ usedSize: number }>('Runtime.getHeapUsage')).usedSize
    },
    close: () => socket.close(),
  }
}
