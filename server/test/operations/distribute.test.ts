import { expect, test } from 'vitest'
import { hasCitus } from '../citus.ts'
import { introduce, openServer, portOf } from '../citus-servers.ts'
import { dataFolder } from '../data-folder.ts'
import { refused, type } from '../typed-commands.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, cloneDatabase, startWorld } from '../world.ts'

// npm run admin -- distribute and undistribute, with a coordinator of Citus that holds all shards itself.

const TABLES = [
  'choices',
  'likes_received',
  'notifications',
  'uncounted_choices',
  'messages',
  'reactions',
  'voice_notes',
]
const citus = runsWhere(hasCitus, 'Citus (CITUS_BIN is the folder of its PostgreSQL)')

/** How many of the tables are distributed. */
const distributed = async (url: string): Promise<number> => {
  const { rows } = await askDatabase(
    url,
    `select count(*)::int as tables from pg_dist_partition where partmethod = 'h' and logicalrelid::text = any('{${TABLES.join()}}')`,
  )
  return rows[0].tables
}

/** A place for a command on a database that no server uses. */
const alone = (databaseUrl: string) => ({ databaseUrl, config: { DATA_DIR: dataFolder() } })

test('without Citus, the command says what to install', async () => {
  const { url, drop } = await cloneDatabase()
  expect(await refused(type(alone(url), 'admin', 'distribute'))).toContain('Install Citus 13 or newer')
  await drop()
})

test.for(citus)('an empty database is distributed, and its server works', { timeout: 300_000 }, async () => {
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
