import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { mediaFolder, type Config } from './config.ts'
import { hasLedger, ledgerFile, listErasures, readLedger } from './features/leaving/index.ts'
import { endSessionsAndLinks, eraseAgain, markErased, sayErased, updateTables } from './finish-restore.ts'
import { basesIn, openArchive, readReached, type Archive, type Base } from './infra/continuous/archive.ts'
import { restoreMedia } from './infra/continuous/media.ts'
import { clusterIn, halt, layOut, rebuild, type Moment } from './infra/continuous/rebuild.ts'
import { LONG_WAITS, openDb, openPool } from './infra/db/db.ts'
import { isAlive } from './infra/embedded/lock.ts'
import { openJobs } from './infra/jobs.ts'
import { openLog } from './infra/log.ts'
import { listed, plural } from './infra/words.ts'

// npm run restore -- FOLDER --at TIME [LEDGER]: restores a continuous backup as of a moment into an empty DATA_DIR,
// completely or not at all. With --try, it restores into a folder that is removed again, and counts.

export type ToTime = { folder: string; at: string; ledger: string | undefined; isTrial: boolean }

const EXAMPLE = 'such as 2026-11-23T05:12:00Z'

export function momentOf(text: string): Moment {
  if (text === 'latest') return text
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new Error(`${text} isn’t a time with its zone, ${EXAMPLE}, or latest.`)
  return new Date(text)
}

/** The newest copy from which this moment can be restored, and where the log ended. */
function baseFor(archive: Archive, moment: Moment): { base: Base; lsn: number } {
  const bases = basesIn(archive)
  const reached = readReached(archive)
  const [oldest] = bases
  if (!oldest || !reached) throw new Error(`${archive.folder} has no finished copy of the database yet.`)
  if (moment === 'latest') return { base: bases.at(-1) ?? oldest, lsn: reached.lsn }
  if (moment > new Date(reached.at))
    throw new Error(`The backup ends at ${reached.at}. Name that time or an earlier one.`)
  const base = bases.findLast(({ ready }) => new Date(ready) <= moment)
  if (!base) throw new Error(`The backup begins at ${oldest.ready}. Name that time or a later one.`)
  return { base, lsn: reached.lsn }
}

/** Jobs that ran at that moment run again, and waiting ones are kept for long enough. */
const WAKE_JOBS = `update pgboss.job set
  state = case state when 'active' then 'retry' else state end,
  keep_until = greatest(keep_until, now() + interval '14 days')
  where state in ('created', 'retry', 'active')`

type Count = { tables: number; rows: number; jobs: number }

async function count(client: pg.Client): Promise<Count> {
  const { rows } = await client.query<Count>(`
    select count(*)::int as tables,
      sum((xpath('/row/n/text()',
        query_to_xml(format('select count(*) as n from public.%I', tablename), false, true, '')
      ))[1]::text::int)::int as rows,
      (select count(*)::int from pgboss.job where state in ('created', 'retry')
        and name not like '\\_\\_pgboss%' and name not in (select name from pgboss.schedule)) as jobs
    from pg_tables where schemaname = 'public'`)
  const [counted] = rows
  if (!counted) throw new Error('The restored database can’t be counted.')
  return counted
}

/** Ends what ended since, as every restore does. */
async function finish(url: string, ledger: string): Promise<Count & { erased: number }> {
  const db = openDb(openPool(url, 2, LONG_WAITS))
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const entries = [...readLedger(ledger), ...((await hasLedger(db)) ? await listErasures(db) : [])]
    await client.query('begin')
    await markErased(
      client,
      entries.map(({ accountId }) => accountId),
    )
    await endSessionsAndLinks(client)
    await client.query(WAKE_JOBS)
    await client.query('commit')
    await updateTables(db)
    const counted = await count(client)
    const jobs = await openJobs(url, openLog('error'))
    try {
      return { ...counted, erased: await eraseAgain(db, jobs, entries) }
    } finally {
      await jobs.stop()
    }
  } finally {
    await client.end()
    await db.destroy()
  }
}

/** Removes a folder in which a database was rebuilt, wherever that database is. */
async function clear(dataDir: string): Promise<void> {
  await halt(dataDir)
  rmSync(dirname(clusterIn(dataDir)), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

const SCRATCH = 'restoring-'

/** Removes what a restore that was killed has left. */
async function clearLeftovers(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(SCRATCH)))
    if (!isAlive(Number(name.split('-')[1]))) await clear(join(dataDir, name))
}

function moveInto(config: Config, from: string): void {
  renameSync(clusterIn(from), clusterIn(config.DATA_DIR))
  for (const name of ['database.password', 'database.app-password'])
    copyFileSync(join(from, name), join(config.DATA_DIR, name))
}

export async function restoreToTime(config: Config, { folder, at, ledger: named, isTrial }: ToTime): Promise<void> {
  if (config.DATABASE_URL) throw new Error('A continuous backup is restored into DATA_DIR. Unset DATABASE_URL.')
  const moment = momentOf(at)
  const archive = openArchive(folder, config.BACKUP_KEY)
  const { base, lsn } = baseFor(archive, moment)
  mkdirSync(config.DATA_DIR, { recursive: true })
  await clearLeftovers(config.DATA_DIR)
  if (!isTrial && existsSync(clusterIn(config.DATA_DIR)))
    throw new Error(`${config.DATA_DIR} has a database already. Restore into an empty folder: set another DATA_DIR.`)
  const ledger = named ?? ledgerFile(config.DATA_DIR)
  const scratch = mkdtempSync(join(config.DATA_DIR, `${SCRATCH}${process.pid}-`))
  try {
    const end = await layOut(archive, base, scratch)
    if (moment === 'latest' && end < lsn) throw new Error('The backup’s WAL is truncated: the last files are missing.')
    const database = await rebuild(scratch, moment)
    const found = await finish(database.url, ledger)
    await database.stop()
    const until = moment === 'latest' ? Date.now() : moment.getTime()
    const media = restoreMedia(
      archive,
      isTrial ? mediaFolder({ ...config, DATA_DIR: scratch }) : mediaFolder(config),
      until,
    )
    if (!isTrial) moveInto(config, scratch)
    say(found, media, at, isTrial)
    if (!isTrial) sayErased(found.erased, ledger, 'npm run restore -- FOLDER --at TIME LEDGER')
  } finally {
    await clear(scratch)
  }
}

function say({ tables, rows, jobs }: Count, media: number, at: string, isTrial: boolean): void {
  const counts = listed([
    plural(tables, { one: '# table', other: '# tables' }),
    plural(rows, { one: '# row', other: '# rows' }),
    plural(jobs, { one: '# waiting job', other: '# waiting jobs' }),
    plural(media, { one: '# media file', other: '# media files' }),
  ])
  console.log(
    isTrial
      ? `The backup can be restored as of ${at}: ${counts}. Nothing was changed.`
      : `Restored ${counts}, as of ${at}. Everyone has to sign in again.`,
  )
}
