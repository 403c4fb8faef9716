import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { APP_ROLE } from '../src/infra/db/roles.ts'
import { running, stopWhenUnused, systemDatabase } from '../src/infra/embedded/cluster.ts'
import { databaseOwner, runAs } from '../src/infra/embedded/owner.ts'
import { handOver, type Programs } from '../src/infra/embedded/place.ts'
import type { Embedded } from '../src/infra/embedded/postgres.ts'

// The PostgreSQL that Debian serves, as scripts/ops-tools installs it. It has newer minors than the bundled one, and
// often an older major version.

const VERSIONS = '/usr/lib/postgresql'
const PASSWORD = 'of-a-test'

export function debianPostgres() {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).toSorted((one, other) => Number(other) - Number(one))
    : []
  const bin = versions.map((version) => join(VERSIONS, version, 'bin')).find((each) => existsSync(join(each, 'initdb')))
  if (!bin) return undefined
  const version = /\d+\.\d+/.exec(runAs({}, join(bin, 'postgres'), ['--version']).stdout)?.[0] ?? 'unknown'
  return { version, tools: { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl') } }
}

/** Starts Debian's PostgreSQL with an empty database, as `openEmbedded` starts the bundled one. */
export async function openDebian(dataDir: string, database: string, flags: string[]): Promise<Embedded> {
  const found = debianPostgres()
  if (!found) throw new Error('Debian’s PostgreSQL isn’t installed. Run: npm run ops-tools')
  return openInstalled(found.tools, dataDir, database, flags)
}

/** Does the same with programs from another folder. */
export async function openInstalled(
  tools: Programs,
  dataDir: string,
  database: string,
  flags: string[],
): Promise<Embedded> {
  const owner = databaseOwner()
  const data = join(dataDir, 'cluster')
  handOver(data, owner)
  const passwordFile = join(dataDir, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const asked = ['-D', data, '-U', 'kindred', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const made = runAs(owner, tools.initdb, [...asked, '-E', 'UTF8', '--locale=C.UTF-8'])
  if (made.status !== 0) throw new Error(made.stderr)
  const cluster = { tools, owner, data, dataDir, flags }
  const url = `postgres://kindred:${PASSWORD}@127.0.0.1:${await running(cluster)}/${database}`
  const client = new pg.Client(systemDatabase(url))
  await client.connect()
  await client.query(`create database ${database}`)
  await client.query(`create role ${APP_ROLE} login password '${PASSWORD}'`)
  await client.end()
  const appUrl = url.replace('kindred:', `${APP_ROLE}:`)
  return { url, appUrl, fresh: true, stop: () => stopWhenUnused(cluster, url) }
}
