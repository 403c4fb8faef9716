import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROLE } from '../src/infra/db/roles.ts'
import { databaseOwner, runAs } from '../src/infra/embedded/owner.ts'
import type { Embedded } from '../src/infra/embedded/postgres.ts'
import { scratchFolder } from '../../scripts/scratch.ts'
import { CITUS_FLAGS, citusTools } from './citus.ts'
import { openInstalled } from './debian-postgres.ts'
import { takePlainPasswords } from './setup.ts'
import { askDatabase, stopWhenOver } from './world.ts'

// Servers of a Citus cluster, each with its own data.

/** Starts one. Any connection is let in, as between servers that trust each other. */
export async function openServer(flags: readonly string[] = CITUS_FLAGS): Promise<Embedded> {
  const dataDir = mkdtempSync(join(scratchFolder(), 'kindred-citus-'))
  chmodSync(dataDir, 0o711)
  const tools = citusTools()
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=64MB']
  const server = await openInstalled(tools, dataDir, 'kindred', [...fast, ...flags])
  /** Servers that are connected to it don't keep it from stopping. */
  const stop = async () =>
    void runAs(databaseOwner(), tools.pgCtl, ['-D', join(dataDir, 'cluster'), '-m', 'immediate', 'stop'])
  stopWhenOver(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await takePlainPasswords(server.url, true)
  if (flags === CITUS_FLAGS) await allowDecoder(server.url)
  return { ...server, stop }
}

/** Newer minors ask for the name of what reads their log, and older ones don't know the setting. */
async function allowDecoder(url: string): Promise<void> {
  const { rowCount } = await askDatabase(url, `select from pg_settings where name = 'output_plugin_libraries'`)
  if (rowCount === 0) return
  await askDatabase(url, 'alter system set output_plugin_libraries = pgoutput, citus')
  await askDatabase(url, 'select pg_reload_conf()')
}

/** Starts a worker, which knows nothing of our roles and tables. */
export async function openWorker(): Promise<Embedded> {
  const worker = await openServer()
  await askDatabase(worker.url, `create extension citus; drop role ${APP_ROLE}`)
  return worker
}

export const portOf = ({ url }: Embedded): string => new URL(url).port

/** Lets the coordinator know itself, and workers. */
export async function introduce(coordinator: Embedded, workers: readonly Embedded[]): Promise<void> {
  await askDatabase(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`)
  for (const worker of workers)
    await askDatabase(coordinator.url, `select citus_add_node('127.0.0.1', ${portOf(worker)})`)
}
