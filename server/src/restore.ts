import { cpSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { mediaFolder, parseConfig } from './config.ts'
import { ledgerFile, listErasures, readLedger } from './features/leaving/index.ts'
import {
  endSessionsAndLinks,
  eraseAgain,
  finishElsewhere,
  markErased,
  sayErased,
  updateTables,
} from './finish-restore.ts'
import { digestOf, JOB_COLUMNS, Manifest, QUEUE, writtenColumns } from './infra/backup.ts'
import { root } from './infra/build.ts'
import { LONG_WAITS, openDb, openPool, type Db } from './infra/db/db.ts'
import {
  addForeignKeys,
  buildIndex,
  dropForeignKeys,
  dropIndexes,
  readForeignKeys,
  readIndexes,
} from './infra/db/indexes.ts'
import { isMigrated, migrate, steps, thisVersion } from './infra/db/migrate.ts'
import { openDatabaseServer } from './infra/embedded/postgres.ts'
import { first } from './infra/first.ts'
import { openJobs } from './infra/jobs.ts'
import { openLog } from './infra/log.ts'
import { listed, plural } from './infra/words.ts'

// npm run restore -- FOLDER [LEDGER]: restores a backup into an empty place, completely or not at all, and checks every
// table. With --made-elsewhere [LEDGER], it finishes another tool's restore. In both cases, people who were erased
// since the backup are erased again, and everyone is signed out.

async function check(folder: string, { tables, queue }: Manifest): Promise<void> {
  for (const { name, sha256 } of [...tables, ...(queue ? [{ name: QUEUE, ...queue }] : [])]) {
    if ((await digestOf(join(folder, `${name}.csv.gz`))) !== sha256)
      throw new Error(`${name} doesn’t match the backup: its checksum differs.`)
  }
}

/** Tables that a migration, a first start or its jobs fill. The backup’s rows replace them. */
const madeAtStart = new Set('erasures facts lasting_keys like_hours order_fits order_groups order_outcomes'.split(' '))

/**
 * A table with at least this many rows is filled faster without foreign keys, and without the indexes that enforce no
 * constraint. Both are added at the end.
 */
const MANY = 1000

/** Drops the foreign keys and indexes that slow down filling large tables. The returned function restores them. */
async function strip(client: pg.Client, { tables }: Manifest): Promise<() => Promise<void>> {
  const large = tables.filter(({ rows }) => rows >= MANY).map(({ name }) => name)
  const foreignKeys = await readForeignKeys(client, large)
  const indexes = (await readIndexes(client, large)).filter(({ constraint }) => constraint === null)
  await dropForeignKeys(client, foreignKeys)
  await dropIndexes(client, indexes)
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const index of indexes) await buildIndex(client, index)
    await addForeignKeys(client, foreignKeys)
  }
}

/** Locks all tables first, because other users of the database could interrupt the restore hours later. */
async function lock(client: pg.Client, { tables }: Manifest): Promise<void> {
  await client.query(`set local lock_timeout = '30s'`)
  await client.query(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access exclusive mode`)
}

async function fill(client: pg.Client, folder: string, manifest: Manifest, erased: readonly string[]): Promise<void> {
  await client.query('begin')
  await lock(client, manifest)
  const complete = await strip(client, manifest)
  const { rows: triggered } = await client.query<{ name: string }>(
    'select distinct relname as name from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal',
  )
  const haveTriggers = new Set(triggered.map(({ name }) => name))
  for (const { name, rows } of manifest.tables) {
    // The backup already has the rows that triggers would write. Tables that Citus distributes can't have triggers.
    const switchTriggers = async (to: 'disable' | 'enable') =>
      haveTriggers.has(name) && (await client.query(`alter table "${name}" ${to} trigger user`))
    await switchTriggers('disable')
    if (madeAtStart.has(name)) await client.query(`delete from "${name}"`)
    const into = client.query(
      copyFrom(`copy "${name}" (${await writtenColumns(client, name)}) from stdin (format csv, header)`),
    )
    await pipeline(createReadStream(join(folder, `${name}.csv.gz`)), createGunzip(), into)
    if (name === 'accounts') await markErased(client, erased)
    await switchTriggers('enable')
    const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from "${name}"`)
    const { rows: found } = first(counted)
    if (found !== rows)
      throw new Error(`${name} has ${plural(found, { one: '# row', other: '# rows' })} instead of ${rows}.`)
  }
  await complete()
  await endSessionsAndLinks(client)
  await client.query('commit')
}

/** Restores the jobs, except those of queues that this version no longer has. */
async function fillQueue(client: pg.Client, folder: string, { queue }: Manifest): Promise<number> {
  if (!queue) return 0
  const columns = JOB_COLUMNS.join(', ')
  await client.query('begin')
  await client.query(`create temp table jobs_back on commit drop as select ${columns} from ${QUEUE} where false`)
  const into = client.query(copyFrom(`copy jobs_back (${columns}) from stdin (format csv, header)`))
  await pipeline(createReadStream(join(folder, `${QUEUE}.csv.gz`)), createGunzip(), into)
  // Old jobs have to be kept long enough to run.
  await client.query("update jobs_back set keep_until = greatest(keep_until, now() + interval '14 days')")
  const { rowCount } = await client.query(`insert into ${QUEUE} (${columns}) select ${columns} from jobs_back
    where name in (select name from pgboss.queue) on conflict do nothing`)
  await client.query('commit')
  return rowCount ?? 0
}

/**
 * Creates the tables as of the backup. Later migrations run once the rows are there, so that they change the rows, too.
 */
async function prepare(db: Db, { migrations }: Manifest): Promise<void> {
  if (!migrations.includes('0001_schema'))
    throw new Error('This backup is of Kindred 0.x, which this version can’t read.')
  const newer = migrations.filter((name) => !steps().includes(name))
  if (newer.length > 0)
    throw new Error(`The backup was made by a newer version (${newer.join(', ')}). Use that version.`)
  if (!(await isMigrated(db))) {
    const known = thisVersion().migrations.filter(({ name }) => migrations.includes(name))
    return migrate(db, { migrations: known, repeatables: [] })
  }
  await migrate(db)
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst())
    throw new Error(
      'This database already has accounts. Restore into an empty one: set another DATA_DIR or DATABASE_URL.',
    )
  if (migrations.length < steps().length)
    throw new Error('The backup was made by an older version. Restore it into a database that no server has used yet.')
}

function say({ tables, media, at }: Manifest, jobs: number, erased: number, ledger: string): void {
  const counts = [
    plural(tables.length, { one: '# table', other: '# tables' }),
    plural(jobs, { one: '# waiting job', other: '# waiting jobs' }),
    plural(media, { one: '# media file', other: '# media files' }),
  ]
  console.log(`Restored ${listed(counts)}, as of ${at}. Everyone has to sign in again.`)
  sayErased(erased, ledger, 'npm run restore -- FOLDER LEDGER')
}

const USAGE = 'Name the folder of a complete backup: npm run restore -- FOLDER'

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'made-elsewhere': { type: 'boolean', default: false } },
  })
  const isElsewhere = values['made-elsewhere']
  const [folder, ledger] = (isElsewhere ? ['', ...positionals] : positionals).map((each) => resolve(each))
  if (!folder) throw new Error(USAGE)
  if (ledger && !existsSync(ledger)) throw new Error(`There’s no ledger of erasures at ${ledger}.`)
  return { folder, ledger, isElsewhere }
}

async function main(): Promise<void> {
  const config = parseConfig(process.env, root)
  const { folder, ledger: named, isElsewhere } = readArguments()
  const ledger = named ?? ledgerFile(config.DATA_DIR)
  if (isElsewhere) return finishElsewhere(config, ledger)
  if (!existsSync(join(folder, 'manifest.json'))) throw new Error(USAGE)
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  await check(folder, manifest)
  const { url, stop } = await openDatabaseServer(config, console.error)
  const db = openDb(openPool(url, 2, LONG_WAITS))
  const client = new pg.Client({ connectionString: url })
  try {
    await prepare(db, manifest)
    const entries = [...readLedger(ledger), ...(await listErasures(db))]
    await client.connect()
    await fill(
      client,
      folder,
      manifest,
      entries.map(({ accountId }) => accountId),
    )
    await updateTables(db)
    const jobs = await openJobs(url, openLog('error'))
    try {
      const waiting = await fillQueue(client, folder, manifest)
      if (manifest.media > 0) cpSync(join(folder, 'media'), mediaFolder(config), { recursive: true })
      const erased = await eraseAgain(db, jobs, entries)
      say(manifest, waiting, erased, ledger)
    } finally {
      await jobs.stop()
    }
  } finally {
    await client.end()
    await db.destroy()
    await stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
