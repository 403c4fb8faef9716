import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseOwner, runAs } from '../embedded/owner.ts'
import { databaseFolder, handOver, programs } from '../embedded/place.ts'
import { openEmbedded, type Embedded } from '../embedded/postgres.ts'
import { first } from '../first.ts'
import { tarOf, type Archive, type Base } from './archive.ts'
import { readLog, SEGMENT } from './log-files.ts'
import { toLsn } from './replication.ts'
import { piecesOf } from './sealed.ts'

// Rebuilds the embedded database from a copy and the log, in a DATA_DIR of its own.

/** Unpacks the copy as the user that runs the database. */
async function unpack({ folder, key }: Archive, { name }: Base, into: string): Promise<void> {
  const child = spawn('tar', ['-x', '-f', '-', '-C', into], {
    ...databaseOwner(),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  let problem = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text))
  // Its own message says more than the broken pipe.
  child.stdin.on('error', () => {})
  try {
    for (const data of piecesOf(join(folder, tarOf(name)), tarOf(name), key, true))
      if (!child.stdin.write(data)) await Promise.race([once(child.stdin, 'drain'), closed])
  } finally {
    child.stdin.end()
    await closed
  }
  if (child.exitCode !== 0) throw new Error(`The copy couldn’t be unpacked: ${problem.trim()}`)
}

/** Puts the log where the database finds it, and returns where it ends. */
function layOutLog({ folder, key }: Archive, { start }: Base, into: string): number {
  const { uid, gid } = databaseOwner()
  let [name, file] = ['', -1]
  const end = () => {
    if (file < 0) return
    // The last file is shorter, but the database wants whole ones.
    ftruncateSync(file, SEGMENT)
    closeSync(file)
  }
  const position = readLog(folder, key, toLsn(start), (of, data) => {
    if (of !== name) {
      end()
      name = of
      const path = join(into, 'pg_wal', name)
      file = openSync(path, 'w', 0o600)
      if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
    }
    writeSync(file, data)
  })
  end()
  return position
}

/** Until when to repeat the log, or its end. */
export type Moment = Date | 'latest'

async function recovered({ url }: Embedded): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ busy: boolean }>('select pg_is_in_recovery() as busy')
      if (!first(rows).busy) return
      await pause(100)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** At this point the database doesn't know the abbreviations of time zones, not even Z. */
const settingsFor = (moment: Moment) => [
  // The whole log is there already.
  `restore_command=exit 1`,
  'recovery_target_timeline=current',
  'recovery_target_action=promote',
  ...(moment === 'latest' ? [] : [`recovery_target_time=${moment.toISOString().replace('Z', '+00')}`]),
]

/** Where the rebuilt database’s files are. */
export const clusterIn = (dataDir: string): string =>
  join(
    databaseFolder(dataDir, databaseOwner(), () => {}),
    'cluster',
  )

/** Stops a database that is no longer needed, if it runs. */
export async function halt(dataDir: string): Promise<void> {
  const owner = databaseOwner()
  const { pgCtl } = await programs(dirname(clusterIn(dataDir)), owner)
  runAs(owner, pgCtl, ['-D', clusterIn(dataDir), '-m', 'immediate', '-w', 'stop'])
}

/** Lays out the files of a copy with its log, and returns where the log ends. */
export async function layOut(archive: Archive, base: Base, dataDir: string): Promise<number> {
  // The user that runs the database needs to get through.
  chmodSync(dataDir, 0o711)
  const cluster = clusterIn(dataDir)
  handOver(cluster, databaseOwner())
  await unpack(archive, base, cluster)
  // So that it has only what this start says.
  rmSync(join(cluster, 'server.log'), { force: true })
  const end = layOutLog(archive, base, cluster)
  writeFileSync(join(cluster, 'recovery.signal'), '')
  writeFileSync(join(dataDir, 'database.password'), base.passwords.owner, { mode: 0o600 })
  writeFileSync(join(dataDir, 'database.app-password'), base.passwords.app, { mode: 0o600 })
  return end
}

/** Starts the database, which repeats the log up to that moment. */
export async function rebuild(dataDir: string, moment: Moment): Promise<Embedded> {
  try {
    const database = await openEmbedded({ dataDir, flags: settingsFor(moment) })
    await recovered(database)
    return database
  } catch (error) {
    const log = readFileSync(join(clusterIn(dataDir), 'server.log'), 'utf8')
    if (log.includes('recovery ended before configured recovery target was reached'))
      throw new Error('The backup’s log ends before that time: files at its end are missing.', { cause: error })
    throw new Error(`The database couldn’t be rebuilt:\n${log.slice(-600)}`, { cause: error })
  }
}
