import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../error-fields.ts'
import { first } from '../first.ts'
import { transaction, type Db, type Tx } from './db.ts'
import { exclusively } from './exclusively.ts'
import { grantInTransaction, ownsTables } from './roles.ts'

// Tables that grow with members' activity can be spread over several servers with Citus (docs/scale.md). All others
// stay ordinary tables on the coordinator.

/** Tables and their distribution keys. The tables of a group are colocated. */
const GROUPS: readonly Record<string, string>[] = [
  {
    choices: 'chooser_id',
    likes_received: 'chosen_id',
    friend_choices: 'chooser_id',
    notifications: 'account_id',
    uncounted_choices: 'chooser_id',
  },
  { messages: 'match_id', reactions: 'match_id', voice_notes: 'match_id' },
]

const TABLES = GROUPS.flatMap((tables) => Object.keys(tables))

const OLDEST_CITUS = 13
const LOCK = 4_117_326_004
const INSUFFICIENT_PRIVILEGE = '42501'

export type Say = (line: string) => void

/** Copying this many rows takes less than a second, so writers can wait for it. */
const FEW = 10_000
/** Shorter than the database waits before it looks for a deadlock, so that none of its writers is ended by one. */
const LOCK_WITHIN = '500ms'
const TRIES = 60
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Distributes the tables that aren't distributed yet. Members can continue to use the product, and the process can be
 * stopped at any time, because Citus removes the remains of a stopped copy before it begins another. Small tables of a
 * group are distributed together, because no statement can read a distributed table together with a local one of its
 * group.
 */
export const distribute = (db: Db, say: Say): Promise<void> =>
  inTurn(db, async (connection) => {
    const known = await knownTables(connection)
    for (const tables of GROUPS) {
      const [beside] = Object.keys(tables)
      const how = (table: string) =>
        sql`${table}, ${tables[table]}, colocate_with => ${table === beside ? 'none' : beside}`
      const small: string[] = []
      const large: string[] = []
      for (const table of Object.keys(tables))
        if (known.get(table) !== 'distributed') ((await hasFew(connection, table)) ? small : large).push(table)
      const copySmall = async () => {
        await onceLocked(connection, small, async (tx) => {
          for (const table of small) {
            await sql`select create_distributed_table(${how(table)})`.execute(tx)
            await sql`select truncate_local_data_after_distributing_table(${table})`.execute(tx)
          }
        })
        for (const table of small) say(`${table} is distributed.`)
      }
      const isFirst = beside !== undefined && small.includes(beside)
      if (isFirst) await copySmall()
      for (const table of large) {
        await sql`select create_distributed_table_concurrently(${how(table)})`.execute(connection)
        say(`${table} is distributed.`)
      }
      if (!isFirst) await copySmall()
    }
    // Searches fold messages on the servers that have them.
    await sql`select create_distributed_function('folded(text)')`.execute(connection)
  })

/** Runs `work` in a transaction during which no one else can read or write the tables. */
async function onceLocked(db: Db, tables: readonly string[], work: (tx: Tx) => Promise<void>, tries = TRIES) {
  if (tables.length === 0) return
  try {
    await transaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN)}`.execute(tx)
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(tx)
      await sql`set local lock_timeout = '30s'`.execute(tx)
      await work(tx)
    })
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE || tries === 0) throw error
    await pause(200)
    await onceLocked(db, tables, work, tries - 1)
  }
}

/** Makes all tables ordinary ones again. Statements that need a table wait while it is copied. */
export const undistribute = (db: Db, say: Say): Promise<void> =>
  inTurn(db, async (connection) => {
    if ((await versionOf(connection)) === undefined) return
    for (const table of (await knownTables(connection)).keys()) {
      await transaction(connection, async (tx) => {
        await sql`select undistribute_table(${table})`.execute(tx)
        // Citus recreates the table's views, and only the owner could read those.
        await grantInTransaction(tx)
      })
      say(`${table} is an ordinary table again.`)
    }
  })

/** Copies have no timeout, but end if the client that started them disconnects. */
const inTurn = (db: Db, work: (connection: Db) => Promise<void>): Promise<void> =>
  exclusively(db, LOCK, async (connection) => {
    await sql`
      set statement_timeout = 0; set client_connection_check_interval = '1s'; set citus.node_connection_timeout = '30s'
    `.execute(connection)
    await work(connection)
  })

/** The tables that Citus knows. A stopped copy leaves its table whole. */
async function knownTables(db: Db): Promise<Map<string, 'distributed' | 'whole'>> {
  const { rows } = await sql<{ name: string; state: 'distributed' | 'whole' }>`
    select logicalrelid::text as name, case partmethod when 'h' then 'distributed' else 'whole' end as state
    from pg_dist_partition where logicalrelid::text = any(${TABLES}::text[])`.execute(db)
  return new Map(rows.map(({ name, state }) => [name, state]))
}

async function hasFew(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} offset ${FEW} limit 1`.execute(db)
  return rows.length === 0
}

async function versionOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(db)
  return rows[0]?.version
}

/**
 * Lists the steps that are needed before tables can be distributed, each as a sentence. Creates the extension if
 * possible.
 */
export async function whatCitusNeeds(db: Db): Promise<string[]> {
  if (!(await ownsTables(db))) return ['Run this as the owner of the tables: put its address into DATABASE_URL.']
  const ofServer = await whatServerNeeds(db)
  if (ofServer.length > 0) return ofServer
  const ofExtension = await createExtension(db)
  if (ofExtension) return [ofExtension]
  const ofNodes = await whatNodesNeed(db)
  return ofNodes.length > 0 ? ofNodes : whatWorkersNeed(db)
}

async function whatServerNeeds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ is_installed: boolean; is_loaded: boolean } & Settings>`
    select exists (select from pg_available_extensions where name = 'citus') as is_installed,
      exists (select from pg_settings where name = 'citus.shard_count') as is_loaded,
      ${settings}`.execute(db)
  const server = first(rows)
  if (!server.is_installed) return [`Install Citus ${OLDEST_CITUS} or newer on the database’s server.`]
  const loaded = `Set shared_preload_libraries = 'citus', before any other library, and restart PostgreSQL.`
  return [...(server.is_loaded ? [] : [loaded]), ...toSet(server, 'PostgreSQL')]
}

type Settings = { wal_level: string; plugins: string | null }

/**
 * Citus copies tables and moves shards by logical replication. Newer minor versions of PostgreSQL require the output
 * plugin to be listed.
 */
const plugins = `(select setting from pg_settings where name = 'output_plugin_libraries')`
const settings = sql`current_setting('wal_level') as wal_level, ${sql.raw(plugins)} as plugins`

const settingsAsJson = `select json_build_object('wal_level', current_setting('wal_level'), 'plugins', ${plugins})`

const toSet = ({ wal_level, plugins }: Settings, where: string): string[] => [
  ...(wal_level === 'logical' ? [] : [`Set wal_level = 'logical' and restart ${where}.`]),
  ...(plugins === null || plugins.split(',').some((name) => name.trim() === 'citus')
    ? []
    : [`Set output_plugin_libraries = '${plugins}, citus' and reload ${where}.`]),
]

async function createExtension(db: Db): Promise<string | undefined> {
  try {
    await sql`create extension if not exists citus`.execute(db)
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error
    return 'Run this in the database as a superuser: create extension citus;'
  }
  const version = (await versionOf(db)) ?? ''
  if (Number.parseInt(version, 10) >= OLDEST_CITUS) return undefined
  return `This is Citus ${version}: install version ${OLDEST_CITUS} or newer and run “alter extension citus update”.`
}

async function whatNodesNeed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ has_coordinator: boolean; has_worker: boolean }>`
    select coalesce(bool_or(groupid = 0), false) as has_coordinator,
      coalesce(bool_or(isactive and shouldhaveshards and noderole = 'primary'), false) as has_worker
    from pg_dist_node`.execute(db)
  const { has_coordinator, has_worker } = first(rows)
  const coordinator = `Say how workers reach this server, as a superuser: select citus_set_coordinator_host('HOST', 5432);`
  const worker = `Add a worker, as a superuser: select citus_add_node('HOST', 5432);`
  return [...(has_coordinator ? [] : [coordinator]), ...(has_worker ? [] : [worker])]
}

async function whatWorkersNeed(db: Db): Promise<string[]> {
  const { rows: apart } = await sql<{ one: string; other: string }>`
    select from_nodename || ':' || from_nodeport as one, to_nodename || ':' || to_nodeport as other
    from citus_check_cluster_node_health() where result is distinct from true`.execute(db)
  if (apart.length > 0)
    return apart.map(
      ({ one, other }) => `${one} can’t connect to ${other} as this role: check that it runs and trusts the others.`,
    )
  const { rows } = await sql<Settings & { worker: string }>`
    select w.nodename || ':' || w.nodeport as worker, s.wal_level, s.plugins
    from run_command_on_workers(${settingsAsJson}) w, json_to_record(w.result::json) s(wal_level text, plugins text)`.execute(
    db,
  )
  return rows.flatMap((each) => toSet(each, each.worker))
}
