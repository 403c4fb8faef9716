import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../src/infra/db/prepare.ts'
import { systemDatabase } from '../src/infra/embedded/cluster.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { openLog } from '../src/infra/log.ts'
import { distributeTemplate, isOnCitus, openCitus } from './citus.ts'
import { openDebian } from './debian-postgres.ts'
import { openPooler } from './pooler.ts'
import { makeScratchFolder, sweepScratch } from '../../scripts/scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    templateUrl: string
    appUrl: string
    /** The database's address through PgBouncer if POOLED=yes, otherwise nothing. */
    pooledUrl: string
  }
}

/**
 * Checks passwords without the handshake that hides them on a network: tests open ten thousand connections on this
 * machine, and the handshake takes a third of each connection's time. Citus connects to itself without a password.
 */
export async function takePlainPasswords(url: string, trusts: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ hba_file: string }>('show hba_file')
  for (const { hba_file: path } of rows)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('scram-sha-256', trusts ? 'trust' : 'password'))
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Ends all connections, because the database stops only without any. */
async function endConnections(url: string): Promise<void> {
  const client = new pg.Client(systemDatabase(url))
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname is not null and pid <> pg_backend_pid()`,
  )
  await client.end()
}

/**
 * Starts one PostgreSQL for the run, with a migrated template database that tests copy. POSTGRES=debian uses Debian's
 * PostgreSQL instead of the bundled one.
 */
export default async function setup(project: TestProject) {
  sweepScratch()
  const dataDir = makeScratchFolder('test')
  // The database's system user needs access to this folder.
  chmodSync(dataDir, 0o711)
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=128MB']
  const postgres = isOnCitus
    ? await openCitus(dataDir, 'template', flags)
    : process.env['POSTGRES'] === 'debian'
      ? await openDebian(dataDir, 'template', flags)
      : await openEmbedded({ dataDir, database: 'template', flags })
  await takePlainPasswords(postgres.url, isOnCitus)
  await prepareDatabase({ app: postgres.appUrl, owner: postgres.url }, openLog('silent'))
  if (isOnCitus) await distributeTemplate(postgres.url)
  project.provide('templateUrl', postgres.url)
  project.provide('appUrl', postgres.appUrl)
  const pooler = process.env['POOLED'] === 'yes' ? await openPooler(postgres.appUrl, dataDir) : undefined
  project.provide('pooledUrl', pooler?.url ?? '')
  return async () => {
    pooler?.stop()
    await endConnections(postgres.url)
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
