import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { listeningPort } from '../listening-port.ts'
import { acquireLock } from './lock.ts'
import { runAs, type Owner } from './owner.ts'
import type { Programs } from './place.ts'

export type Cluster = { tools: Programs; owner: Owner; data: string; dataDir: string; flags: string[] }

const isStarted = ({ tools, owner, data }: Cluster): boolean =>
  runAs(owner, tools.pgCtl, ['-D', data, 'status']).status === 0

/** Starts the database unless it is running, and returns its port, which is chosen once and saved. */
export async function running(cluster: Cluster): Promise<number> {
  const remembered = join(cluster.dataDir, 'database.port')
  const known = existsSync(remembered) ? Number(readFileSync(remembered, 'utf8')) : undefined
  if (isStarted(cluster)) return portOf(cluster.data)
  const port = await freePort(known)
  writeFileSync(remembered, String(port))
  await startOn(cluster, port)
  return port
}

/** Restarts the database on the same port, because servers know it. Another server may have restarted it first. */
export async function startAgain(cluster: Cluster, port: number): Promise<void> {
  const release = await acquireLock(join(cluster.dataDir, 'starting.lock'))
  try {
    if (!isStarted(cluster)) await startOn(cluster, port)
  } finally {
    release()
  }
}

async function startOn({ tools, owner, data, flags }: Cluster, port: number): Promise<void> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=200',
    `shared_buffers=${buffers()}MB`,
    ...flags,
  ]
  const options = settings.map((setting) => `-c "${setting}"`).join(' ')
  const log = join(data, 'server.log')
  // Until the database runs, requests fail with an error.
  const starting = spawn(tools.pgCtl, ['-D', data, '-l', log, '-w', '-t', '60', '-o', options, 'start'], {
    ...owner,
    cwd: '/',
    stdio: 'ignore',
  })
  const [status] = await once(starting, 'exit')
  if (status === 0) return
  const tail = existsSync(log) ? readFileSync(log, 'utf8').slice(-600) : 'no log was written'
  throw new Error(explained(`The database didn’t start:\n${tail}`, data))
}

/** An eighth of this machine's or container's memory, in MB. */
function buffers(): number {
  const whole = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20
  return Math.min(4096, Math.max(128, Math.round(whole / 8)))
}

const portOf = (data: string): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3])

export const freePort = (preferred = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      preferred ? resolve(freePort()) : reject(new Error('There’s no free port for the database.')),
    )
    probe.listen(preferred, '127.0.0.1', () => {
      const port = listeningPort(probe)
      probe.close(() => resolve(port))
    })
  })

export const systemDatabase = (url: string) => url.replace(/\/[^/]*$/, '/postgres')

/** Several servers may share one DATA_DIR, so only the last one to stop also stops the database. */
export async function stopWhenUnused({ tools, owner, data, dataDir }: Cluster, url: string): Promise<void> {
  const release = await acquireLock(join(dataDir, 'starting.lock'))
  try {
    if (!(await isUsed(url)))
      spawnSync(tools.pgCtl, ['-D', data, '-m', 'fast', '-w', 'stop'], { ...owner, cwd: '/', stdio: 'ignore' })
  } finally {
    release()
  }
}

/** Checks several times, because recently closed connections are still listed for a moment. */
async function isUsed(url: string, tries = 20): Promise<boolean> {
  const client = new pg.Client({ connectionString: systemDatabase(url) })
  const others = await client
    .connect()
    .then(() =>
      client.query(
        `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      ),
    )
    .catch(() => ({ rowCount: 0 }))
  await client.end().catch(() => {})
  if (!others.rowCount || tries <= 1) return Boolean(others.rowCount)
  await pause(100)
  return isUsed(url, tries - 1)
}

export function explained(message: string, folder: string): string {
  const full = /No space left|ENOSPC|disk full/i.test(message) || freeMegabytes(folder) < 64
  return full ? `${message}\nThe disk is full. Free some space, or set DATA_DIR to another folder.` : message
}

function freeMegabytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return (bavail * bsize) / 1e6
  } catch {
    return Infinity
  }
}
