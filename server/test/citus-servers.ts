import { chmodSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareDatabase } from '../src/infra/db/prepare.ts'
import { APP_ROLE } from '../src/infra/db/roles.ts'
import { running, startAgain, systemDatabase, type Cluster } from '../src/infra/embedded/cluster.ts'
import { databaseOwner, runAs } from '../src/infra/embedded/owner.ts'
import { handOver } from '../src/infra/embedded/place.ts'
import type { Embedded } from '../src/infra/embedded/postgres.ts'
import { openLog } from '../src/infra/log.ts'
import { makeScratchFolder } from '../../scripts/scratch.ts'
import { CITUS_FLAGS, citusTools } from './citus.ts'
import { dataFolder } from './data-folder.ts'
import { openInstalled } from './debian-postgres.ts'
import { takePlainPasswords } from './setup.ts'
import { signalDatabase } from './standby.ts'
import { type } from './typed-commands.ts'
import { askDatabase, stopWhenOver, until } from './world.ts'

// Servers of a Citus cluster, each with its own data.

type Server = Embedded & {
  /** Simulates a power failure. */
  kill: () => void
  startAgain: () => Promise<void>
}

const FAST = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB']
const FLAGS = [...FAST, ...CITUS_FLAGS]

function newFolder(): string {
  const dataDir = makeScratchFolder('citus')
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Starts a server that accepts any connection, because the servers of a cluster trust each other. */
export async function openServer(flags: readonly string[] = CITUS_FLAGS): Promise<Server> {
  const [tools, dataDir, all] = [citusTools(), newFolder(), [...FAST, ...flags]]
  const opened = await openInstalled(tools, dataDir, 'kindred', all)
  const server = asServer(opened, {
    tools,
    owner: databaseOwner(),
    data: join(dataDir, 'cluster'),
    dataDir,
    flags: all,
  })
  await takePlainPasswords(server.url, true)
  if (flags === CITUS_FLAGS) await allowDecoder(server.url)
  return server
}

export async function openStandby(of: Server): Promise<Server> {
  const [tools, owner, dataDir] = [citusTools(), databaseOwner(), newFolder()]
  const data = join(dataDir, 'cluster')
  handOver(data, owner)
  const copy = join(dirname(tools.pgCtl), 'pg_basebackup')
  const { status, stderr } = runAs(owner, copy, ['-d', systemDatabase(of.url), '-D', data, '-R', '-c', 'fast'])
  if (status !== 0) throw new Error(stderr)
  const cluster = { tools, owner, data, dataDir, flags: FLAGS }
  const port = await running(cluster)
  const there = (url: string) => url.replace(/:\d+\//, `:${port}/`)
  return asServer({ ...of, url: there(of.url), appUrl: there(of.appUrl) }, cluster)
}

/** A server that ends with the test, even if clients are still connected. */
function asServer(embedded: Embedded, cluster: Cluster): Server {
  const { tools, owner, data, dataDir } = cluster
  const stop = async () => void runAs(owner, tools.pgCtl, ['-D', data, '-m', 'immediate', 'stop'])
  stopWhenOver(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    ...embedded,
    stop,
    kill: () => signalDatabase(data, 'SIGKILL'),
    startAgain: async () => {
      // A killed process exists until its parent has reaped it.
      await until(() => runAs(owner, tools.pgCtl, ['-D', data, 'status']).status !== 0)
      await startAgain(cluster, Number(new URL(embedded.url).port))
    },
  }
}

/** Newer minor versions require the names of output plugins, and older ones don't know the setting. */
async function allowDecoder(url: string): Promise<void> {
  const { rowCount } = await askDatabase(url, `select from pg_settings where name = 'output_plugin_libraries'`)
  if (rowCount === 0) return
  await askDatabase(url, 'alter system set output_plugin_libraries = pgoutput, citus')
  await askDatabase(url, 'select pg_reload_conf()')
}

/** Starts a worker without our roles and tables. */
export async function openWorker(): Promise<Server> {
  const worker = await openServer()
  await askDatabase(worker.url, `create extension citus; drop role ${APP_ROLE}`)
  return worker
}

export const portOf = ({ url }: Embedded): string => new URL(url).port

/** A coordinator with two workers, and tables that are distributed over them. */
export async function openDistributed() {
  const coordinator = await openServer()
  const workers = [await openWorker(), await openWorker()]
  await prepareDatabase({ app: coordinator.appUrl, owner: coordinator.url }, openLog('silent'))
  await askDatabase(coordinator.url, 'create extension citus')
  await introduce(coordinator, workers)
  await type({ databaseUrl: coordinator.url, config: { DATA_DIR: dataFolder() } }, 'admin', 'distribute')
  return { coordinator, workers }
}

/** Registers the coordinator's own address and its workers. */
export async function introduce(coordinator: Embedded, workers: readonly Embedded[]): Promise<void> {
  await askDatabase(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`)
  for (const worker of workers)
    await askDatabase(coordinator.url, `select citus_add_node('127.0.0.1', ${portOf(worker)})`)
}
