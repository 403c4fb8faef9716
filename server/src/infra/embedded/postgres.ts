import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { chosenUrl } from '../db/client.ts'
import { APP_ROLE } from '../db/roles.ts'
import { listeningPort } from '../listening-port.ts'
import { keepRunning } from './keep-running.ts'
import { acquireLock } from './lock.ts'
import { databaseOwner, runAs, type Owner } from './owner.ts'
import { databaseFolder, handOver, programs, type Programs } from './place.ts'

// A PostgreSQL from npm's binaries, with nothing to install or configure. It listens only on the loopback address, and
// its password is in a file of mode 0600. If we are killed, it keeps running and the next start finds it. If it dies, a
// server starts it again.

const MAJOR = '18'

/** `url` is for the owner, who creates the tables; `appUrl` is for the server, which only uses them. */
export type Embedded = { url: string; appUrl: string; fresh: boolean; stop: () => Promise<void> }
type Options = {
  dataDir: string
  database?: string
  flags?: string[]
  /** Whether it is started again when it dies. */
  isKeptRunning?: boolean
  say?: (line: string) => void
}

export async function openEmbedded({
  dataDir,
  database = 'kindred',
  flags = [],
  isKeptRunning = false,
  say = () => {},
}: Options): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const release = await acquireLock(join(dataDir, 'starting.lock'))
  try {
    const owner = databaseOwner()
    const folder = databaseFolder(dataDir, owner, say)
    const tools = await programs(folder, owner)
    const data = join(folder, 'cluster')
    const password = secretIn(join(dataDir, 'database.password'))
    const fresh = !existsSync(join(data, 'PG_VERSION'))
    if (fresh) initialise(tools, owner, data, folder, password, say)
    checkVersion(data)
    const cluster = { tools, owner, data, dataDir, flags }
    const port = await running(cluster)
    const url = `postgres://kindred:${password}@127.0.0.1:${port}/${database}`
    const appPassword = secretIn(join(dataDir, 'database.app-password'))
    const appUrl = url.replace(/kindred:[^@]*@/, `${APP_ROLE}:${appPassword}@`)
    await makeDatabase(url, database, appPassword)
    const start = () => startAgain(cluster, port)
    const stopKeeping = isKeptRunning ? keepRunning({ data, start, say }) : undefined
    const stop = async () => {
      await stopKeeping?.()
      await stopWhenUnused(cluster, url)
    }
    return { url, appUrl, fresh, stop }
  } finally {
    release()
  }
}

/** The configured database, or else the embedded one, which runs until `stop`. The address is the owner's. */
export async function openDatabaseServer(config: {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATA_DIR: string
}): Promise<Pick<Embedded, 'url' | 'appUrl' | 'stop'>> {
  const configured = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  if (!configured) return openEmbedded({ dataDir: config.DATA_DIR })
  const url = await chosenUrl(configured)
  return { url, appUrl: url, stop: async () => {} }
}

function secretIn(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

/** Written when the database is made, so that an operator can change them. */
const lastingSettings = [
  // Rounds slow down guessing. Our passwords are random and can't be guessed, so rounds would only slow connecting.
  'scram_iterations=1',
  // A checkpoint's writes hold up commits, and after it, the log gets whole pages again. So there are few.
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  // Linux keeps what is written for half a minute, then writes it all at once while commits wait.
  ...(process.platform === 'linux' ? ['backend_flush_after=256kB'] : []),
]

function initialise(
  tools: Programs,
  owner: Owner,
  data: string,
  folder: string,
  password: string,
  say: (line: string) => void,
) {
  say('Creating the database …')
  if (existsSync(data)) rmSync(data, { recursive: true }) // a first start that was killed half-way
  handOver(data, owner)
  const passwordFile = join(folder, `.password-${randomBytes(6).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(passwordFile, owner.uid, owner.gid)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const made = runAs(owner, tools.initdb, [
    '-D',
    data,
    '-U',
    'kindred',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    ...lastingSettings.flatMap((setting) => ['-c', setting]),
    '-E',
    'UTF8',
    ...locale,
  ])
  rmSync(passwordFile, { force: true })
  if (made.status === 0) return
  rmSync(data, { recursive: true, force: true })
  throw new Error(
    explained(
      `The database couldn’t be created: ${made.stderr?.trim() || made.error?.message || 'no reason given'}`,
      folder,
    ),
  )
}

function checkVersion(data: string) {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR)
    throw new Error(
      `The data in ${data} was created by PostgreSQL ${version}, but this version comes with ${MAJOR}. ` +
        'Use the version that created it, or restore a backup into an empty DATA_DIR.',
    )
}

type Cluster = { tools: Programs; owner: Owner; data: string; dataDir: string; flags: string[] }

const isStarted = ({ tools, owner, data }: Cluster): boolean =>
  runAs(owner, tools.pgCtl, ['-D', data, 'status']).status === 0

/** Starts the database unless it is running, and returns its port, which is chosen once and remembered. */
async function running(cluster: Cluster): Promise<number> {
  const remembered = join(cluster.dataDir, 'database.port')
  const known = existsSync(remembered) ? Number(readFileSync(remembered, 'utf8')) : undefined
  if (isStarted(cluster)) return portOf(cluster.data)
  const port = await freePort(known)
  writeFileSync(remembered, String(port))
  await startOn(cluster, port)
  return port
}

/** Starts a database that has died. Its port stays, because servers know it; another one may have been faster. */
async function startAgain(cluster: Cluster, port: number): Promise<void> {
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
  // Requests are answered meanwhile, if only with an error.
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

/** The size of the database's cache: an eighth of the memory of this machine or container. */
function buffers(): number {
  const whole = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20
  return Math.min(4096, Math.max(128, Math.round(whole / 8)))
}

/** The port from the fourth line of the running database's pid file. */
const portOf = (data: string): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3])

const freePort = (preferred = 0): Promise<number> =>
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

const systemDatabase = (url: string) => url.replace(/\/[^/]*$/, '/postgres')

async function makeDatabase(url: string, name: string, appPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: systemDatabase(url) })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database "${name}"`)
  const { rowCount: hasRole } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  if (!hasRole) await client.query(`create role ${APP_ROLE} login password '${appPassword}'`)
  await client.end()
}

/** Several servers may share one DATA_DIR, so only the last to stop also stops the database. */
async function stopWhenUnused({ tools, owner, data, dataDir }: Cluster, url: string): Promise<void> {
  const release = await acquireLock(join(dataDir, 'starting.lock'))
  try {
    if (!(await isUsed(url)))
      spawnSync(tools.pgCtl, ['-D', data, '-m', 'fast', '-w', 'stop'], { ...owner, cwd: '/', stdio: 'ignore' })
  } finally {
    release()
  }
}

/** Whether anyone else is connected. Connections that have just been cut are listed for a moment, so it asks again. */
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

/** Adds what the operator can do about it, if we can tell. */
function explained(message: string, folder: string): string {
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
