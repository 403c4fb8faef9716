import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { mediaFolder, parseConfig } from './config.ts'
import type { Manifest } from './infra/backup.ts'
import { root } from './infra/build.ts'
import { LONG_WAITS, openDb, openPool, type Db } from './infra/db/db.ts'
import { isMigrated, migrate, steps } from './infra/db/migrate.ts'
import { openEmbedded } from './infra/embedded/postgres.ts'

// npm run restore -- FOLDER: a backup into an empty place, whole or not at all; every table is counted and checked.

async function check(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
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

async function fill(client: pg.Client, folder: string, { tables }: Manifest): Promise<void> {
  await client.query('begin')
  for (const { name, rows } of tables) {
    // What triggers keep is in the backup already.
    await client.query(`alter table "${name}" disable trigger user`)
    const into = client.query(
      copyFrom(`copy "${name}" (${await columnsOf(client, name)}) from stdin (format csv, header)`),
    )
    await pipeline(createReadStream(join(folder, `${name}.csv.gz`)), createGunzip(), into)
    await client.query(`alter table "${name}" enable trigger user`)
    const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from "${name}"`)
    if (counted[0]!.rows !== rows) throw new Error(`${name} has ${counted[0]!.rows} rows instead of ${rows}.`)
  }
  await client.query('commit')
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

async function main(): Promise<void> {
  const config = parseConfig(process.env, root)
  const folder = resolve(process.argv[2] ?? '')
  if (!process.argv[2] || !existsSync(join(folder, 'manifest.json')))
    throw new Error('Name the folder of a finished backup: npm run restore -- FOLDER')
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  await check(folder, manifest)
  const embedded = config.DATABASE_URL ? undefined : await openEmbedded({ dataDir: config.DATA_DIR })
  const url = config.DATABASE_URL ?? embedded!.url
  const db = openDb(openPool(url, 2, LONG_WAITS))
  const client = new pg.Client({ connectionString: url })
  try {
    await prepare(db, manifest)
    await client.connect()
    await fill(client, folder, manifest)
    await migrate(db).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`All rows are back as the older version had them, but were not brought up to date: ${why}`)
    })
    if (manifest.media > 0) cpSync(join(folder, 'media'), mediaFolder(config), { recursive: true })
    console.log(
      `${manifest.tables.length} tables and ${manifest.media} media files are back, as they were on ${manifest.at}.`,
    )
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
