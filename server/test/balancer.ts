import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { ownPort } from './processes.ts'
import { stopWhenOver, until } from './world.ts'

// A load balancer in front of several servers: haproxy (npm run ops-tools) with the settings of docs/operations.md, or
// a stand-in with the same health check if haproxy isn't installed.

const PROGRAM = '/usr/sbin/haproxy'
export const isBalancerInstalled = existsSync(PROGRAM)

export type Balancer = { base: string; what: string }

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz/database`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Opens one address for the ready servers among these ports. */
export async function openBalancer(ports: readonly number[], folder: string): Promise<Balancer> {
  const port = await ownPort()
  const base = `http://127.0.0.1:${port}`
  if (isBalancerInstalled) await startHaproxy(port, ports, folder)
  else await startStandIn(port, ports)
  for (const each of [...ports, port]) await until(() => isReady(each))
  return { base, what: isBalancerInstalled ? 'haproxy' : 'a stand-in for haproxy' }
}

/** The example of docs/operations.md with other addresses. */
function settingsFor(port: number, ports: readonly number[]): string {
  const page = readFileSync('docs/operations.md', 'utf8')
  const [example = ''] = /^ {4}global\n {6}tune.*\n\n {4}frontend site\n(?: {4}.*\n|\n)+/m.exec(page) ?? []
  const servers = (text: string) =>
    text.replaceAll(
      /(?: +server \w+ 10\.\S+\n)+/g,
      ports.map((each, at) => `  server s${at} 127.0.0.1:${each}\n`).join(''),
    )
  const settings = servers(example.replaceAll(/^ {4}/gm, '')).replace(/bind .*/, `bind 127.0.0.1:${port}`)
  if (settings.split('server s0').length !== 4) throw new Error('docs/operations.md has no settings for haproxy.')
  return settings.replace(/^global$/m, 'global\n  maxconn 8000')
}

async function startHaproxy(port: number, ports: readonly number[], folder: string): Promise<void> {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settingsFor(port, ports))
  const program = spawn(PROGRAM, ['-q', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  stopWhenOver(() => void program.kill('SIGKILL'))
}

/** Checks each server every second, and gives each new connection to the next ready server. */
async function startStandIn(port: number, ports: readonly number[]): Promise<void> {
  const ready = new Set(ports)
  const check = async (each: number) => {
    if (await isReady(each)) ready.add(each)
    else ready.delete(each)
  }
  const checking = setInterval(() => void Promise.all(ports.map(check)), 1000)
  const open = new Set<Socket>()
  let turn = 0
  const balancer = createServer((client) => {
    const candidates = ready.size > 0 ? [...ready] : ports
    const server = connect(candidates[turn++ % candidates.length]!, '127.0.0.1')
    const end = () => (client.destroy(), server.destroy())
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', end).on('close', () => (open.delete(socket), end()))
    }
    client.pipe(server).pipe(client)
  }).listen(port, '127.0.0.1')
  await once(balancer, 'listening')
  stopWhenOver(() => {
    clearInterval(checking)
    for (const socket of open) socket.destroy()
    balancer.close()
  })
}
