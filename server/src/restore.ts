import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { mediaFolder, parseConfig } from './config.ts'
import { declarations } from './personal-data.ts'
import { hasLedger, ledgerFile, listErasures, readLedger, replayErasures } from './features/leaving/index.ts'
import { JOB_COLUMNS, QUEUE, type Manifest } from './infra/backup.ts'
import { root } from './infra/build.ts'
import { LONG_WAITS, openDb, openPool, type Db } from './infra/db/db.ts'
import { isMigrated, migrate, steps } from './infra/db/migrate.ts'
import { bringUpToDate } from './infra/db/prepare.ts'
import { openEmbedded } from './infra/embedded/postgres.ts'
import { openJobs } from './infra/jobs.ts'
import { openLog } from './infra/log.ts'

// npm run restore -- FOLDER [LEDGER]: a backup into an empty place, whole or not at all; every table is counted and checked. What was
// ended since the backup stays ended: people who were erased are erased again, and nobody is signed in.

async function check(folder: string, { tables, queue }: Manifest): Promise<void> {
  for (const { name, sha256 } of [...tables, ...(queue ? [{ name: QUEUE, ...queue }] : [])]) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(folder, `${name}.csv.gz`))) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== sha256) throw new Error(`${name} is not what was backed up: its checksum differs.`)
  }
}

/** The columns of the file that a value may be given to; generated ones make themselves. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => `"${name}"`).join(', ')
}

/** What a server that was started here once has made already; the backup has its own. */
const madeAtStart = new Set(['erasures', 'lasting_keys'])

async function fill(client: pg.Client, folder: string, { tables }: Manifest, erased: readonly string[]): Promise<void> {
  await client.query('begin')
  for (const { name, rows } of tables) {
    // What triggers keep is in the backup already.
    await client.query(`alter table "${name}" disable trigger user`)
    if (madeAtStart.has(name)) await client.query(`delete from "${name}"`)
    const into = client.query(
      copyFrom(`copy "${name}" (${await columnsOf(client, name)}) from stdin (format csv, header)`),
    )
    await pipeline(createReadStream(join(folder, `${name}.csv.gz`)), createGunzip(), into)
    if (name === 'accounts') await markErased(client, erased)
    await client.query(`alter table "${name}" enable trigger user`)
    const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from "${name}"`)
    if (counted[0]!.rows !== rows) throw new Error(`${name} has ${counted[0]!.rows} rows instead of ${rows}.`)
  }
  await endWhatWasOpen(client)
  await client.query('commit')
}

/** Should this end before they are erased again, the next server does it. */
const markErased = (client: pg.Client, erased: readonly string[]) =>
  client.query(
    `update accounts set state = 'deleting', deletion_due_at = now() where id = any($1::uuid[]) and state <> 'erased'`,
    [erased],
  )

/** Some of these were ended after the backup, and nobody can tell which: nobody is signed in, and no link opens anything. */
async function endWhatWasOpen(client: pg.Client): Promise<void> {
  await client.query(`update sessions set ended_at = now(), ended_because = 'restored' where ended_at is null`)
  await client.query('update secrets set used_at = now() where used_at is null')
}

/** The jobs go into the queue that this version made; those of queues that it does not have are left out. */
async function fillQueue(client: pg.Client, folder: string, { queue }: Manifest): Promise<number> {
  if (!queue) return 0
  const columns = JOB_COLUMNS.join(', ')
  await client.query('begin')
  await client.query(`create temp table jobs_back on commit drop as select ${columns} from ${QUEUE} where false`)
  const into = client.query(copyFrom(`copy jobs_back (${columns}) from stdin (format csv, header)`))
  await pipeline(createReadStream(join(folder, `${QUEUE}.csv.gz`)), createGunzip(), into)
  // Old as they are, they are kept long enough to be done.
  await client.query("update jobs_back set keep_until = greatest(keep_until, now() + interval '14 days')")
  const { rowCount } = await client.query(`insert into ${QUEUE} (${columns}) select ${columns} from jobs_back
    where name in (select name from pgboss.queue) on conflict do nothing`)
  await client.query('commit')
  return rowCount ?? 0
}

/** The tables as they were when the backup was made; what has come since is done with its rows, once they are there. */
async function prepare(db: Db, { migrations }: Manifest): Promise<void> {
  const newer = migrations.filter((name) => !steps().includes(name))
  if (newer.length > 0)
    throw new Error(`The backup was made by a newer version of the product (${newer.join(', ')}). Use that version.`)
  if (!(await isMigrated(db))) return migrate(db, migrations.at(-1))
  await migrate(db)
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst())
    throw new Error(
      'There are accounts here already. Restore into an empty place: another DATA_DIR, or another DATABASE_URL.',
    )
  if (migrations.length < steps().length)
    throw new Error(
      'The backup was made by an older version of the product. Restore it into a database that no server has used yet.',
    )
}

async function finish(db: Db): Promise<void> {
  await bringUpToDate(db).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`All rows are back as the older version had them, but were not brought up to date: ${why}`)
  })
}

function say({ tables, media, at }: Manifest, jobs: number, erased: number, ledger: string): void {
  console.log(
    `${tables.length} tables, ${jobs} waiting jobs and ${media} media files are back, as they were on ${at}. Everybody signs in anew.`,
  )
  if (erased > 0) console.log(`${erased} people who were erased since then are erased again.`)
  if (!existsSync(ledger))
    console.log(
      `There is no ${ledger}: people who were erased after the backup have come back. Copy the file from the machine that is replaced, and restore again into an empty place, or name it: npm run restore -- FOLDER LEDGER`,
    )
}

async function main(): Promise<void> {
  const config = parseConfig(process.env, root)
  const folder = resolve(process.argv[2] ?? '')
  if (!process.argv[2] || !existsSync(join(folder, 'manifest.json')))
    throw new Error('Name the folder of a finished backup: npm run restore -- FOLDER')
  const ledger = process.argv[3] ? resolve(process.argv[3]) : ledgerFile(config.DATA_DIR)
  if (process.argv[3] && !existsSync(ledger)) throw new Error(`There is no ledger of erasures at ${ledger}.`)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  await check(folder, manifest)
  const embedded = config.DATABASE_URL ? undefined : await openEmbedded({ dataDir: config.DATA_DIR })
  const url = config.DATABASE_URL ?? embedded!.url
  const db = openDb(openPool(url, 2, LONG_WAITS))
  const client = new pg.Client({ connectionString: url })
  try {
    await prepare(db, manifest)
    const entries = [...readLedger(ledger), ...((await hasLedger(db)) ? await listErasures(db) : [])]
    await client.connect()
    await fill(
      client,
      folder,
      manifest,
      entries.map(({ accountId }) => accountId),
    )
    await finish(db)
    const log = openLog('error')
    const jobs = await openJobs(url, log)
    try {
      const waiting = await fillQueue(client, folder, manifest)
      if (manifest.media > 0) cpSync(join(folder, 'media'), mediaFolder(config), { recursive: true })
      const erased = await replayErasures({ db, jobs, declarations, log, clock: { now: () => new Date() } }, entries)
      say(manifest, waiting, erased, ledger)
    } finally {
      await jobs.stop()
    }
  } finally {
    await client.end()
    await db.destroy()
    await embedded?.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
