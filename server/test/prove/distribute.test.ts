import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { prepareDatabase } from '../../src/infra/db/prepare.ts'
import { openLog } from '../../src/infra/log.ts'
import { CITUS_FLAGS, hasCitus, isOnCitus } from '../citus.ts'
import { introduce, openServer, openWorker, portOf } from '../citus-servers.ts'
import { dataFolder } from '../data-folder.ts'
import { fill, keepWriting, lost } from '../keep-writing.ts'
import { proof } from '../proofs.ts'
import { refused, type } from '../typed-commands.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, cloneDatabase, startWorld, until } from '../world.ts'

// npm run admin -- distribute and undistribute, with a coordinator and two workers of Citus.

const TABLES = [
  'choices',
  'friend_choices',
  'likes_received',
  'notifications',
  'uncounted_choices',
  'messages',
  'reactions',
  'voice_notes',
]
const citus = runsWhere(hasCitus, 'Citus (CITUS_BIN is the folder of its PostgreSQL)')

/** The number of distributed tables. */
const distributed = async (url: string): Promise<number> => {
  const { rows } = await askDatabase(
    url,
    `select count(*)::int as tables from pg_dist_partition where partmethod = 'h' and logicalrelid::text = any('{${TABLES.join()}}')`,
  )
  return rows[0].tables
}

/** All rows of the tables, and their definitions. */
async function contents(url: string) {
  const of = async (text: string) => (await askDatabase(url, text)).rows.map((row) => Object.values(row).join(' '))
  const rows: Record<string, string[]> = {}
  for (const table of TABLES) rows[table] = (await of(`select t::text from ${table} t`)).toSorted()
  const those = `c.relname = any('{${TABLES.join()}}') and c.relnamespace = 'public'::regnamespace`
  const made = await of(`
    select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid where ${those}
    union all select c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_class c on c.oid = k.conrelid where ${those}
    union all select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attnotnull
        || a.attidentity::text || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
      from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where ${those} and a.attnum > 0 and not a.attisdropped
    union all select c.relname || ' ' || pg_get_userbyid(c.relowner) || coalesce(array_to_string(c.reloptions, ','), '')
        || array_to_string(array(select unnest(c.relacl)::text order by 1), ',') from pg_class c where ${those}
    union all select c.relname || array_to_string(array(select unnest(c.relacl)::text order by 1), ',')
        || coalesce(array_to_string(c.reloptions, ','), '') || pg_get_viewdef(c.oid)
      from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and c.relname not like 'citus%' order by 1`)
  return { rows, made }
}

/** The settings of a command for a database that no server uses. */
const alone = (databaseUrl: string) => ({ databaseUrl, config: { DATA_DIR: dataFolder() } })

test.for(runsWhere(!isOnCitus, 'PostgreSQL without Citus'))(
  'without Citus, the command says what to install',
  async () => {
    const { url, drop } = await cloneDatabase()
    expect(await refused(type(alone(url), 'admin', 'distribute'))).toContain('Install Citus 13 or newer')
    await drop()
  },
)

test.for(citus)('the command says what it needs, step by step', { timeout: 600_000 }, async () => {
  const needs = ({ url }: { url: string }) => refused(type(alone(url), 'admin', 'distribute'))
  const bare = await needs(await openServer([]))
  expect(bare).toContain(`Set shared_preload_libraries = 'citus', before any other library, and restart PostgreSQL.\n`)
  expect(bare).toContain(`Set wal_level = 'logical' and restart PostgreSQL.\n`)

  const coordinator = await openServer()
  const unknown = await needs(coordinator)
  expect(unknown).toContain(`select citus_set_coordinator_host('HOST', 5432)`)
  expect(unknown).toContain(`select citus_add_node('HOST', 5432)`)

  const worker = await openServer(CITUS_FLAGS.filter((flag) => !flag.startsWith('wal_level')))
  await askDatabase(worker.url, 'create extension citus')
  await introduce(coordinator, [worker])
  expect(await needs(coordinator)).toContain(`Set wal_level = 'logical' and restart 127.0.0.1:${portOf(worker)}.`)

  expect(await needs({ url: coordinator.appUrl })).toContain('Run this as the owner of the tables')
  await worker.stop()
  expect(await needs(coordinator)).toContain(`can’t connect to 127.0.0.1:${portOf(worker)}`)
  expect(await distributed(coordinator.url)).toBe(0)
})

test.for(citus)('an empty database is distributed, and its server works', { timeout: 600_000 }, async () => {
  const coordinator = await openServer()
  await askDatabase(coordinator.url, 'create extension citus')
  await introduce(coordinator, [])
  await askDatabase(
    coordinator.url,
    `select citus_set_node_property('127.0.0.1', ${portOf(coordinator)}, 'shouldhaveshards', true)`,
  )
  expect(await type(alone(coordinator.url), 'admin', 'distribute')).toContain('distributed over the workers')
  expect(await distributed(coordinator.url)).toBe(TABLES.length)
  const world = await startWorld({ databaseUrl: coordinator.url, appUrl: coordinator.appUrl })
  const id = await world.matched(await world.dater(), await world.dater())
  expect(id).toBeTruthy()
})

test.for(citus)(
  'tables are distributed while members use them, which can be stopped, and are brought back',
  { timeout: 1_200_000 },
  async () => {
    const coordinator = await openServer()
    const workers = [await openWorker(), await openWorker()]
    const { url, appUrl } = coordinator
    await prepareDatabase({ app: appUrl, owner: url }, openLog('silent'))
    const world = await startWorld({ databaseUrl: url, appUrl, eavesdrop: false })
    const [one, other, ...others] = await Promise.all(Array.from({ length: 8 }, () => world.dater()))
    await world.query(`update accounts set premium_until = now() + interval '1 day'`)
    const match = await world.matched(one!, other!)
    await fill(world.query, 30_000)
    const before = await contents(url)
    await askDatabase(url, 'create extension citus')
    await introduce(coordinator, workers)

    const { stop } = keepWriting(one!, other!, match, others)
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: world.config.DATA_DIR }
    const stopped = spawn(process.execPath, ['server/src/admin.ts', 'distribute'], { env, stdio: 'inherit' })
    await until(async () => (await distributed(url)) >= 2, 120_000)
    stopped.kill('SIGKILL')
    await once(stopped, 'exit')
    const then = await distributed(url)
    expect(then).toBeLessThan(TABLES.length)
    expect(await type(world, 'admin', 'distribute')).toContain('voice_notes is distributed.')
    expect(await distributed(url)).toBe(TABLES.length)
    const answered = await stop()
    expect([...new Set(answered.errors)]).toEqual([])
    expect(await lost(world.query, one!, answered)).toEqual([])
    const { rows } = await askDatabase(url, 'select distinct nodeport from citus_shards')
    expect(rows.map(({ nodeport }) => String(nodeport)).toSorted()).toEqual(workers.map(portOf).toSorted())
    expect(await type(world, 'admin', 'distribute')).toBe(
      'What grows with your members is distributed over the workers.\n',
    )

    const apart = await contents(url)
    await type(world, 'admin', 'undistribute')
    expect(await distributed(url)).toBe(0)
    const after = await contents(url)
    expect(after.rows).toEqual(apart.rows)
    expect(after.made).toEqual(before.made)
    await one!.client.sendMessage({ params: { id: match }, body: { clientId: 'afterwards', text: 'Hello again' } })
    proof(
      `${before.rows['messages']!.length * 3} rows were distributed while ${answered.messages.size} messages and ` +
        `${answered.made} choices were made: none lost, and the longest call took ${Math.round(answered.worst)} ms`,
    )
  },
)
