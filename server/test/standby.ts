import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../src/infra/db/prepare.ts'
import { freePort } from '../src/infra/embedded/cluster.ts'
import { databaseOwner, runAs } from '../src/infra/embedded/owner.ts'
import { handOver, programs } from '../src/infra/embedded/place.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { errorCode } from '../src/infra/error-fields.ts'
import { openLog } from '../src/infra/log.ts'
import { makeScratchFolder, scratchFolder } from '../../scripts/scratch.ts'
import { askDatabase, stopWhenOver, until } from './world.ts'

// A PostgreSQL with a synchronous standby. Tests can kill or freeze the primary.

/** A running database's processes, beginning with the parent of the others. */
function processesOf(data: string): number[] {
  const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const all = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const children = all.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === first)
  return [first, ...children.map(([pid]) => pid!)]
}

/** Sends a signal to each process of a running database. */
export function signalDatabase(data: string, name: NodeJS.Signals): void {
  for (const pid of processesOf(data))
    try {
      process.kill(pid, name)
    } catch (error) {
      // A short-lived process may have ended meanwhile.
      if (errorCode(error) !== 'ESRCH') throw error
    }
}

type PairOptions = {
  /** Uses an operator's settings: durable writes, and memory for many people. */
  isDurable?: boolean
  /** Fills the tables before the standby copies them. */
  fill?: (url: string) => Promise<void>
}

export async function openPair({ isDurable = false, fill }: PairOptions = {}) {
  const dataDir = makeScratchFolder('pair', isDurable ? tmpdir() : scratchFolder())
  chmodSync(dataDir, 0o711)
  const owner = databaseOwner()
  const settings = isDurable ? ['shared_buffers=512MB'] : ['shared_buffers=64MB', 'fsync=off']
  const primary = await openEmbedded({ dataDir, flags: [...settings, 'wal_keep_size=256MB'] })
  await prepareDatabase({ app: primary.appUrl, owner: primary.url }, openLog('silent'))
  await fill?.(primary.url)
  const folder = existsSync(join(dataDir, 'database.location'))
    ? readFileSync(join(dataDir, 'database.location'), 'utf8').trim()
    : join(dataDir, 'database')
  const { pgCtl } = await programs(folder, owner)
  const [data, copy] = [join(folder, 'cluster'), join(folder, 'standby')]
  /** Runs a script as the database's system user, with the arguments as $1, $2 and so on. */
  const shell = (script: string, ...args: string[]) => {
    const { status, stderr } = runAs(owner, '/bin/sh', ['-c', script, 'sh', ...args])
    if (status !== 0) throw new Error(stderr)
  }
  const port = await freePort()
  handOver(copy, owner)
  const standbyUrl = new URL(primary.url)
  standbyUrl.port = String(port)

  await copyBase(
    primary.url,
    () => shell('cp -a "$1/." "$2" && rm "$2/postmaster.pid"', data, copy),
    (label) => shell('printf %s "$2" > "$1/backup_label"', copy, label),
  )
  const { hostname, port: primaryPort, username, password } = new URL(primary.url)
  const from = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=standby`
  shell(`touch "$1/standby.signal" && echo "primary_conninfo = '$2'" >> "$1/postgresql.auto.conf"`, copy, from)
  // The output must not be a pipe, because the database would keep it open.
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= ${settings.map((each) => `-c ${each}`).join(' ')}`
  const starting = 'max_connections=200'
  shell('"$1" -D "$2" -l "$2/server.log" -w -o "$3" start > /dev/null 2>&1', pgCtl, copy, `${options} -c ${starting}`)
  await askDatabase(primary.url, `alter system set synchronous_standby_names = 'standby'`)
  await askDatabase(primary.url, 'select pg_reload_conf()')
  await until(async () => {
    const { rowCount } = await askDatabase(primary.url, `select from pg_stat_replication where sync_state = 'sync'`)
    return rowCount === 1
  })
  const signal = (name: NodeJS.Signals, to = data) => signalDatabase(to, name)
  stopWhenOver(() => {
    for (const each of [data, copy]) runAs(owner, pgCtl, ['-D', each, '-m', 'immediate', '-w', 'stop'])
    rmSync(dataDir, { recursive: true, force: true })
  })
  const both = (url: string) =>
    `${url.replace(/:\d+\//, `:${primaryPort},127.0.0.1:${port}/`)}?target_session_attrs=read-write`
  return {
    dataDir,
    ownerUrl: primary.url,
    primaryUrl: primary.appUrl,
    url: both(primary.appUrl),
    standbyUrl: standbyUrl.href,
    replicaUrl: primary.appUrl.replace(/:\d+\//, `:${port}/`),
    /** Makes the standby asynchronous, so that no commit waits for it. */
    freeStandby: async () => {
      await askDatabase(primary.url, `alter system set synchronous_standby_names = ''`)
      await askDatabase(primary.url, 'select pg_reload_conf()')
    },
    freezeStandby: () => signal('SIGSTOP', copy),
    thawStandby: () => signal('SIGCONT', copy),
    killStandby: () => signal('SIGKILL', copy),
    /** Simulates a power failure. */
    killPrimary: () => signal('SIGKILL'),
    freezePrimary: () => signal('SIGSTOP'),
    thawPrimary: () => signal('SIGCONT'),
    promoteStandby: async () => void (await askDatabase(standbyUrl.href, 'select pg_promote(true, 30)')),
  }
}

/** Copies the files of a running database, because the bundled package has no pg_basebackup. */
async function copyBase(url: string, copy: () => void, keep: (label: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  copy()
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  keep(rows[0]!.labelfile)
  await client.end()
}
