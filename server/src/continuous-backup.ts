import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { mediaFolder, type Config } from './config.ts'
import {
  basesIn,
  finishBase,
  openOrBegin,
  prune,
  removeUnfinished,
  saveReached,
  tarOf,
  type Archive,
} from './infra/continuous/archive.ts'
import { openLogWriter, segmentStart, type LogWriter } from './infra/continuous/log-files.ts'
import { copyMedia, pruneMedia } from './infra/continuous/media.ts'
import {
  confirm,
  copyDatabase,
  fromLsn,
  identify,
  openReplication,
  streamLog,
  toLsn,
} from './infra/continuous/replication.ts'
import { appendSealed } from './infra/continuous/sealed.ts'
import { openEmbedded } from './infra/embedded/postgres.ts'
import { errorCode } from './infra/error-fields.ts'
import { claim, forgetSlot, openSlot, SLOT } from './infra/continuous/slot.ts'
import { isUnavailable, noAnswer } from './infra/db/unavailable.ts'
import { first } from './infra/first.ts'
import { forgetBackup, noteBackup } from './infra/last-backup.ts'

// npm run backup -- --continuous FOLDER: runs beside the server. It copies the database once a day and its log all the
// time, so that any moment can be restored.

const SLOT_IN_USE = '55006'
const EXTERNAL =
  'A continuous backup is for the database that comes with Kindred. For the one in DATABASE_URL, use its ' +
  'own archive, such as pgBackRest or your provider’s.'
const SAVE_EVERY = 500
const MARK_EVERY = 5_000
const MEDIA_EVERY = 30_000
const NOTE_EVERY = 60_000
const BASE_EVERY = 86_400_000
const RETRY_AFTER = 2_000
const DAY = 86_400_000

export type Continuous = { folder: string; keepDays: number; newBase: boolean; until: AbortSignal }
type Session = {
  client: pg.Client
  archive: Archive
  log: LogWriter
  url: string
  config: Config
  /** Aborted with the connection, so that nothing goes on without it. */
  over: AbortSignal
}

/** Continues the log where it ended, or begins anew if the database no longer has what follows. */
async function openLog(client: pg.Client, archive: Archive, now: number): Promise<{ log: LogWriter; isNew: boolean }> {
  const available = segmentStart(await openSlot(client))
  const log = openLogWriter(archive.folder, archive.timeline, archive.key)
  const position = log.position()
  if (position !== null && position > now)
    throw new Error(
      `The backup has more than this database. Choose another folder: npm run backup -- --continuous FOLDER`,
    )
  if (position !== null && position >= available) return { log, isNew: false }
  log.close()
  return { log: openLogWriter(archive.folder, archive.timeline, archive.key, available), isNew: true }
}

/** Streams the log into the folder until the connection ends or the session is over. */
async function follow({ archive, log, url, over }: Session): Promise<void> {
  const client = await openReplication(url)
  let connection: pg.Connection | undefined
  const saving = setInterval(() => {
    const position = log.save()
    if (connection) confirm(connection, position)
  }, SAVE_EVERY)
  const stop = () => {
    clearInterval(saving)
    client.end().catch(() => {})
  }
  over.addEventListener('abort', stop)
  try {
    await streamLog(client, {
      slot: SLOT,
      timeline: archive.timeline,
      from: log.position() ?? 0,
      onLog: (at, data, through) => {
        connection = through
        log.take(at, data)
      },
      onAlive: (through) => void (connection = through),
    })
  } finally {
    stop()
  }
}

/** Waits until the folder has the log up to this position. */
async function saved({ log, over }: Session, lsn: number): Promise<void> {
  while (log.save() < lsn) await pause(50, undefined, { signal: over })
}

/** A commit with a known time. PostgreSQL finds the moment to restore by the times of commits. */
async function mark(session: Session): Promise<void> {
  const { client, archive } = session
  const { rows: times } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  await client.query(`select pg_logical_emit_message(true, 'kindred', '')`)
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  const lsn = toLsn(first(rows).lsn)
  await saved(session, lsn)
  saveReached(archive, { at: first(times).at.toISOString(), lsn })
}

const passwordIn = (config: Config, name: string) => readFileSync(join(config.DATA_DIR, name), 'utf8').trim()

/** Copies the database. */
async function takeBase(session: Session): Promise<void> {
  const { archive, client, config, url } = session
  removeUnfinished(archive)
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const replication = await openReplication(url)
  const file = appendSealed(join(archive.folder, tarOf(name)), tarOf(name), archive.key)
  try {
    const { start, end } = await copyDatabase(replication, file.append)
    file.finish()
    await saved(session, end)
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const ready = first(rows).at.toISOString()
    const passwords = {
      owner: passwordIn(config, 'database.password'),
      app: passwordIn(config, 'database.app-password'),
    }
    finishBase(archive, { name, ready, start: fromLsn(start), end: fromLsn(end), passwords })
    await mark(session)
    console.log(`Copied the database. Every moment from ${ready} on can be restored.`)
  } finally {
    await replication.end().catch(() => {})
  }
}

const isDue = (archive: Archive): boolean => {
  const newest = basesIn(archive).at(-1)
  return !newest || Date.now() - Date.parse(newest.ready) >= BASE_EVERY
}

/** Marks, copies media and takes new copies of the database in turn, as long as the connection lasts. */
async function keepUp(session: Session, options: Continuous, isNew: boolean): Promise<void> {
  const { archive, config } = session
  const media = config.S3_BUCKET ? undefined : mediaFolder(config)
  let [mediaAt, notedAt] = [0, 0]
  let baseNeeded = isNew || options.newBase
  while (!options.until.aborted) {
    if (media && Date.now() - mediaAt >= MEDIA_EVERY) {
      copyMedia(archive, media, new Date())
      mediaAt = Date.now()
    }
    if (baseNeeded || isDue(archive)) {
      await takeBase(session)
      const since = new Date(Date.now() - options.keepDays * DAY)
      prune(archive, since)
      pruneMedia(archive, since)
      baseNeeded = false
    }
    await mark(session)
    if (Date.now() - notedAt >= NOTE_EVERY) {
      await noteBackup(session.client, 'continuous')
      notedAt = Date.now()
    }
    await pause(MARK_EVERY, undefined, { signal: options.until }).catch(() => {})
  }
  await mark(session)
  if (media) copyMedia(archive, media, new Date())
}

async function backUpUntilLost(config: Config, options: Continuous): Promise<void> {
  const database = await openEmbedded({ dataDir: config.DATA_DIR })
  const client = new pg.Client({ connectionString: database.url, application_name: 'kindred-backup' })
  const ending = new AbortController()
  let log: LogWriter | undefined
  try {
    const broken = once(client, 'error').then(([error]) => Promise.reject(error))
    broken.catch(() => {})
    await client.connect()
    await claim(client)
    const replication = await openReplication(database.url)
    const position = await identify(replication)
    await replication.end()
    const archive = openOrBegin(options.folder, config.BACKUP_KEY, position)
    const { isNew, ...opened } = await openLog(client, archive, position.lsn)
    log = opened.log
    if (!isNew) console.log(`Continuing the backup in ${options.folder}.`)
    const session = { client, archive, log, url: database.url, config, over: ending.signal }
    const following = follow(session).then(() => Promise.reject(noAnswer()))
    await Promise.race([keepUp(session, options, isNew), following, broken])
  } finally {
    ending.abort()
    await client.end().catch(() => {})
    log?.close()
    await database.stop()
  }
}

/** Whether trying again may help: the database or the disk failed, or a killed process still has the slot. */
const mayPass = (error: unknown): boolean =>
  isUnavailable(error) || errorCode(error) === 'ENOSPC' || errorCode(error) === SLOT_IN_USE

/** Backs up until stopped, and survives restarts of the database. */
export async function backUpContinuously(config: Config, options: Continuous): Promise<void> {
  if (config.DATABASE_URL) throw new Error(EXTERNAL)
  let said: string | undefined
  while (!options.until.aborted) {
    try {
      await backUpUntilLost(config, { ...options, newBase: options.newBase && said === undefined })
    } catch (error) {
      if (!mayPass(error)) throw error
      const message = error instanceof Error ? error.message : String(error)
      if (message !== said) console.error(`${message} Trying again every 2 seconds.`)
      said = message
      await pause(RETRY_AFTER, undefined, { signal: options.until }).catch(() => {})
    }
  }
}

/** Lets the database forget the backup, which otherwise keeps its log until the backup goes on. */
export async function endContinuous(config: Config): Promise<void> {
  if (config.DATABASE_URL) throw new Error(EXTERNAL)
  const database = await openEmbedded({ dataDir: config.DATA_DIR })
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    await claim(client)
    await forgetSlot(client)
    await forgetBackup(client, 'continuous')
    console.log('The database no longer keeps its log for a continuous backup. What is backed up can be restored.')
  } finally {
    await client.end()
    await database.stop()
  }
}
