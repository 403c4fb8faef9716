import { createWriteStream, cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { mediaFolder, parseConfig, type Config } from './config.ts'
import { root, theBuild } from './infra/build.ts'
import { digestOf, JOB_COLUMNS, QUEUE, writtenColumns, type Manifest } from './infra/backup.ts'
import { explainDatabase } from './infra/db/explain.ts'
import { openDatabaseServer } from './infra/embedded/postgres.ts'
import { first } from './infra/first.ts'
import { noteBackup } from './infra/last-backup.ts'
import { listed, plural } from './infra/words.ts'

// npm run backup -- FOLDER: saves every table as of one moment, and the media, into a new folder. With
// --made-elsewhere, it records that another tool made a backup.

/**
 * Tables that are rebuilt or worthless elsewhere: rate limits, and the records of migrations. Photos for a proof of age
 * must be in no backup, because they are deleted within three days.
 */
const excluded = new Set(['age_documents', 'budgets', 'migrations', 'repeatable_sql'])

/** Lists referenced tables first, so that a restore can fill the tables in this order. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(`
    select c.relname as name,
      coalesce(array_agg(distinct parent.relname::text) filter (where parent.oid <> c.oid), '{}') as parents
    from pg_class c
    left join pg_constraint on contype = 'f' and conrelid = c.oid
    left join pg_class parent on parent.oid = confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`)
  const waiting = rows.filter(({ name }) => !excluded.has(name))
  const placed: string[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ parents }) =>
      parents.every((parent) => placed.includes(parent) || excluded.has(parent)),
    )
    if (next < 0)
      throw new Error(`These tables point at each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    placed.push(...waiting.splice(next, 1).map(({ name }) => name))
  }
  return placed
}

/**
 * Saves the waiting jobs, and the failed ones that need staff. Running jobs will start again. Scheduled jobs are
 * omitted, because the schedule creates them again.
 */
async function backUpQueue(client: pg.Client, folder: string): Promise<Manifest['queue']> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('${QUEUE}') is not null as exists`)
  if (!first(rows).exists) return undefined
  const columns = JOB_COLUMNS.map((name) =>
    name === 'state' ? `case state when 'active' then 'retry' else state end` : name,
  )
  const waiting = `select ${columns.join(', ')} from ${QUEUE} where state in ('created', 'retry', 'active')
    and name not like '\\_\\_pgboss%' and name not in (select name from pgboss.schedule)`
  return copied(client, `(${waiting})`, join(folder, `${QUEUE}.csv.gz`))
}

/** This is twice as fast as the default of 6, for files that are a tenth larger. */
const LEVEL = 3

async function copied(client: pg.Client, from: string, file: string): Promise<{ rows: number; sha256: string }> {
  await pipeline(
    client.query(copyTo(`copy ${from} to stdout (format csv, header)`)),
    createGzip({ level: LEVEL }),
    createWriteStream(file),
  )
  const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${from} counted`)
  return { rows: first(rows).rows, sha256: await digestOf(file) }
}

async function backUp(client: pg.Client, folder: string, media: string): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only')
  const tables: Manifest['tables'] = []
  for (const name of await tablesOf(client)) {
    const rows = `(select ${await writtenColumns(client, name)} from "${name}")`
    tables.push({ name, ...(await copied(client, rows, join(folder, `${name}.csv.gz`))) })
  }
  const queue = await backUpQueue(client, folder)
  const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name')
  await client.query('commit')
  const files = existsSync(media)
    ? readdirSync(media, { recursive: true }).filter((file) => statSync(join(media, String(file))).isFile()).length
    : 0
  if (files > 0) cpSync(media, join(folder, 'media'), { recursive: true })
  return {
    version: theBuild.version,
    at: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
    media: files,
    ...(queue ? { queue } : {}),
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'made-elsewhere': { type: 'boolean', default: false } },
  })
  return { folder: positionals[0], isElsewhere: values['made-elsewhere'] }
}

async function main(): Promise<void> {
  const config = parseConfig(process.env, root)
  const { folder, isElsewhere } = readArguments()
  await (isElsewhere ? noteElsewhere(config) : backUpOnce(config, folder))
}

/** Records a backup by another tool, which runs this each time, so that the server notices an old backup. */
async function noteElsewhere(config: Config): Promise<void> {
  const database = await openDatabaseServer(config, console.error)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await noteBackup(client)
    console.log('Noted that the database has been backed up.')
  } finally {
    await client.end()
    await database.stop()
  }
}

/** Records the backup, which fails on a standby. */
const noteOnce = (client: pg.Client) =>
  noteBackup(client).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The backup is complete, but the database can’t note it (${reason}), so an alert will say it’s old.`)
  })

async function backUpOnce(config: Config, named: string | undefined): Promise<void> {
  if (!named)
    throw new Error(
      'Name a folder outside of this one: npm run backup -- FOLDER. It gets everyone’s data, unencrypted.',
    )
  const folder = resolve(named)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} isn’t empty. Choose another folder: npm run backup -- FOLDER`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = await openDatabaseServer(config, console.error)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const manifest = await backUp(client, folder, mediaFolder(config))
    // The manifest is written last, so a folder without it is an unfinished backup.
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    await noteOnce(client)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const counts = [
      plural(manifest.tables.length, { one: '# table', other: '# tables' }),
      plural(rows, { one: '# row', other: '# rows' }),
      plural(manifest.media, { one: '# media file', other: '# media files' }),
    ]
    console.log(`Backed up ${listed(counts)} to ${folder}.`)
    if (!config.TOKEN_SECRET)
      console.log(
        `Keep ${join(config.DATA_DIR, 'token.secret')}, too. ` +
          'Two-step verification and unsent emails can’t be restored without it.',
      )
  } finally {
    await client.end()
    await database.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(explainDatabase(error) ?? (error instanceof Error ? error.message : error))
  process.exitCode = 1
})
