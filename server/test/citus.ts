import { join } from 'node:path'
import pg from 'pg'
import { openDb, openPool } from '../src/infra/db/db.ts'
import { distribute } from '../src/infra/db/distribute.ts'
import { systemDatabase } from '../src/infra/embedded/cluster.ts'
import type { Programs } from '../src/infra/embedded/place.ts'
import type { Embedded } from '../src/infra/embedded/postgres.ts'
import { openInstalled } from './debian-postgres.ts'

// PostgreSQL with Citus, for TEST_DATABASE=citus: a coordinator that holds all shards itself. CITUS_BIN is the folder of
// its programs.

export const CITUS_FLAGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'citus.shard_count=4',
  'citus.enable_stat_counters=on',
  'citus.node_conninfo=sslmode=prefer',
  'max_connections=600',
]

export const hasCitus = process.env['CITUS_BIN'] !== undefined
/** True if the tests' own databases are distributed. */
export const isOnCitus = process.env['TEST_DATABASE'] === 'citus'

export function citusTools(): Programs {
  const bin = process.env['CITUS_BIN']
  if (!bin) throw new Error('This needs CITUS_BIN, the folder with PostgreSQL’s programs and Citus.')
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl') }
}

export function openCitus(dataDir: string, database: string, flags: string[]): Promise<Embedded> {
  return openInstalled(citusTools(), dataDir, database, [...flags, ...CITUS_FLAGS])
}

/** Distributes the tables of a database, and lets it be copied afterward. */
export async function distributeTemplate(url: string): Promise<void> {
  const pool = openPool(url, 2)
  const db = openDb(pool)
  await pool.query('create extension citus')
  await pool.query(`select citus_set_coordinator_host('127.0.0.1', inet_server_port())`)
  await pool.query(`select citus_set_node_property('127.0.0.1', inet_server_port(), 'shouldhaveshards', true)`)
  await distribute(db, () => {})
  await db.destroy()
  const outside = new pg.Client(systemDatabase(url))
  await outside.connect()
  await letCopy(outside, 'template')
  await outside.end()
}

/** Citus keeps connections to each database open, but PostgreSQL copies only a database without connections. */
export async function letCopy(outside: Pick<pg.Client, 'query'>, name: string): Promise<void> {
  await outside.query(`alter database ${name} with allow_connections false`)
  await outside.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name])
}
