import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chosenUrl } from '../db/client.ts'
import { APP_ROLE } from '../db/roles.ts'
import { explained, running, startAgain, stopWhenUnused, systemDatabase } from './cluster.ts'
import { makeDataDir } from '../data-dir.ts'
import { acquireLock, isAlive } from './lock.ts'
import { databaseOwner, type Owner, runAs } from './owner.ts'
import { databaseFolder, handOver, programs, type Programs } from './place.ts'

// PostgreSQL from npm's binaries needs no installation or configuration. It listens only on the loopback address, and
// its password is in a file of mode 0600. If we are killed, it keeps running and the next start finds it. If it dies, a
// server starts it again.

const EVERY = 250
const FIRST_DELAY = 250
const LONGEST_DELAY = 30_000
/** After it has run this long, a new failure has another cause than the last one. */
const STEADY = 60_000

type Watched = {
  data: string
  start: () => Promise<void>
  say: (line: string) => void
}

function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/**
 * A zombie is only a process number. Containers may not reap orphaned processes, which also look alive to PostgreSQL.
 */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false
  } catch {
    return false
  }
}

function isRunning(data: string): boolean {
  const pid = postmasterOf(data)
  if (pid === undefined || !isAlive(pid)) return false
  if (!isZombie(pid)) return true
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return false
}

/**
 * Restarts a dead database until the returned function is called: immediately the first time, then with increasing
 * delays, so that a database that can't start doesn't keep the machine busy.
 */
function keepRunning({ data, start, say }: Watched): () => Promise<void> {
  let isStopped = false
  let starting: Promise<void> | undefined
  let startedAt = performance.now()
  let [failures, notBefore] = [0, 0]

  const startAgain = async () => {
    say('The database has stopped. Starting it again …')
    if (performance.now() - startedAt > STEADY) failures = 0
    await start().then(
      () => say('The database is running again.'),
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    )
    startedAt = performance.now()
    notBefore = startedAt + Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** failures++)
  }
  const watching = setInterval(() => {
    if (isStopped || starting || performance.now() < notBefore || isRunning(data)) return
    starting = startAgain().finally(() => (starting = undefined))
  }, EVERY).unref()

  return async () => {
    isStopped = true
    clearInterval(watching)
    await starting
  }
}

const MAJOR = '18'

/** `url` is for the owner, which creates the tables; `appUrl` is for the server, which only uses them. */
export type Embedded = { url: string; appUrl: string; fresh: boolean; stop: () => Promise<void> }
type Options = {
  dataDir: string
  database?: string
  flags?: string[]
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
  makeDataDir(dataDir)
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

/** Returns the owner's URL of the configured database, or else of the embedded one, which runs until `stop`. */
export async function openDatabaseServer(
  config: {
    DATABASE_URL?: string | undefined
    DATABASE_DIRECT_URL?: string | undefined
    DATA_DIR: string
  },
  say: (line: string) => void = () => {},
): Promise<Pick<Embedded, 'url' | 'appUrl' | 'stop'>> {
  const configured = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  if (!configured) return openEmbedded({ dataDir: config.DATA_DIR, say })
  const url = await chosenUrl(configured)
  return { url, appUrl: url, stop: async () => {} }
}

function secretIn(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

/** Settings that are written when the database is created, so that operators can change them. */
const lastingSettings = [
  // Iterations slow down guessing, but also connecting, and our random passwords can't be guessed.
  'scram_iterations=1',
  // Checkpoints delay commits and make the log contain whole pages again, so there are few.
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  // A standby that doesn't come back must not fill the disk: `npm run doctor` warns at half of this.
  'max_slot_wal_keep_size=8GB',
  // Linux buffers writes for half a minute, then writes them all at once while commits wait.
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
  if (existsSync(data)) rmSync(data, { recursive: true }) // a first start that was killed midway
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

async function makeDatabase(url: string, name: string, appPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: systemDatabase(url) })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database "${name}"`)
  const { rowCount: hasRole } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  if (!hasRole) await client.query(`create role ${APP_ROLE} login password '${appPassword}'`)
  await client.end()
}
