import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { until, type World } from './world.ts'

// Killable servers in separate processes over a world's database.

export const SECRET = 'a secret that all of the servers here have'

/**
 * Below ephemeral ports (from 32768 on Linux, else 49152), so no other process takes a port while its server is down.
 */
const FIRST_PORT = 20_000
const PORTS_OF_A_WORKER = 500
const PORTS = 12_000
let portsTried = 0

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * A port that a server keeps across restarts. Each test worker has its own range, which differs from run to run because
 * another clone may be tested at the same time.
 */
export async function ownPort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0)
  const first = process.pid * 131 + worker * PORTS_OF_A_WORKER
  const port = FIRST_PORT + ((first + portsTried++) % PORTS)
  return (await isFree(port)) ? port : ownPort()
}

const isReady = (base: string) => () =>
  fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

type Database = Pick<World, 'databaseUrl'> & { config: Pick<World['config'], 'DATA_DIR'> }

/** A server that can be killed and restarted on the same port. */
export async function serverProcess({ databaseUrl, config }: Database, env: Record<string, string> = {}) {
  const port = await ownPort()
  const base = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let logged = ''
  const start = async () => {
    child = spawn(process.execPath, ['server/src/main.ts'], {
      env: {
        PATH: process.env['PATH'],
        // Reuses compiled code across starts.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATABASE_URL: databaseUrl,
        DATA_DIR: config.DATA_DIR,
        PORT: String(port),
        DEMO: '0',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        TOKEN_SECRET: SECRET,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (logged += text))
    await until(async () => {
      if (child!.exitCode !== null) throw new Error(`The server ended with ${child!.exitCode} instead of answering.`)
      return isReady(base)()
    }, 90_000)
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  await start()
  return { base, port, start, kill, pid: () => child!.pid!, logged: () => logged }
}

/** One address for several servers. Connections are distributed in turn, and break with their server. */
export async function oneAddress(ports: readonly number[]): Promise<string> {
  const open = new Set<Socket>()
  let turn = 0
  const balancer = createServer((client) => {
    const server = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    const end = () => (client.destroy(), server.destroy())
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', end).on('close', () => (open.delete(socket), end()))
    }
    client.pipe(server).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    balancer.close()
  })
  return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
}
