import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { makeScratchFolder } from '../../scripts/scratch.ts'
import { ownPort } from './processes.ts'
import { stopWhenOver, until } from './world.ts'

// A real Redis (npm run ops-tools) that tests can kill, freeze and flush.

const PROGRAM = '/usr/bin/redis-server'
export const isRedisInstalled = existsSync(PROGRAM)

/** Sends one command, and returns the reply. */
async function tell(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(`${command}\r\n`)
    return String(await once(socket, 'data')).trim()
  } finally {
    socket.destroy()
  }
}

export async function openRedis() {
  const folder = makeScratchFolder('test-redis')
  const port = await ownPort()
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', loglevel: 'warning' }
  let child: ChildProcess | undefined
  const start = async () => {
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await until(async () => (await tell(port, 'PING').catch(() => '')) === '+PONG')
  }
  const kill = async () => {
    if (!child || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  stopWhenOver(async () => {
    await kill()
    rmSync(folder, { recursive: true })
  })
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    flush: async () => {
      if ((await tell(port, 'FLUSHALL')) !== '+OK') throw new Error('Redis wasn’t flushed.')
    },
  }
}
