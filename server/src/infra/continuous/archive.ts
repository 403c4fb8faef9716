import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { segmentsIn, segmentStart } from './log-files.ts'
import { fromLsn, toLsn, type Position } from './replication.ts'
import { appendSealed, contentOf, type BackupKey } from './sealed.ts'

// The folder of a continuous backup: copies of the database (`bases`), its log since the oldest of them, and the media.

const Head = z.object({
  salt: z.string(),
  system: z.string(),
  timeline: z.number(),
  /** The key, if the operator gave none: then the files can be checked, and anyone can read them. */
  key: z.optional(z.string()),
})
type Head = z.infer<typeof Head>

export type Archive = { folder: string; key: BackupKey; timeline: number }

/** A copy of the database. Any moment after `ready` can be restored from it. */
const Base = z.object({
  ready: z.string(),
  start: z.string(),
  end: z.string(),
  /** The roles' passwords, which are in the copy and without which nobody could connect. */
  passwords: z.object({ owner: z.string(), app: z.string() }),
})
export type Base = z.infer<typeof Base> & { name: string }

const Reached = z.object({ at: z.string(), lsn: z.string() })
/** Until when and where the backup has everything. */
export type Reached = { at: string; lsn: number }

const headOf = (folder: string) => join(folder, 'backup.json')
export const isContinuous = (folder: string): boolean => existsSync(headOf(folder))

const CHECK = 'The key of this backup'

function keyOf(folder: string, head: Head, secret: string | undefined): BackupKey {
  if (head.key && secret) throw new Error(`${folder} was begun without BACKUP_KEY. Choose another folder, or unset it.`)
  if (!head.key && !secret) throw new Error(`${folder} is encrypted. Set BACKUP_KEY to the key that it was begun with.`)
  const given = head.key ?? secret ?? ''
  return Buffer.from(hkdfSync('sha256', given, Buffer.from(head.salt, 'hex'), 'kindred backup', 32))
}

export function openArchive(folder: string, secret: string | undefined): Archive {
  if (!isContinuous(folder))
    throw new Error(
      `There’s no continuous backup in ${folder}. Name the folder of one: npm run restore -- FOLDER --at …`,
    )
  const head = Head.parse(JSON.parse(readFileSync(headOf(folder), 'utf8')))
  const key = keyOf(folder, head, secret)
  if (!opens(folder, key)) throw new Error(`BACKUP_KEY doesn’t open ${folder}. Use the key that it was begun with.`)
  return { folder, key, timeline: head.timeline }
}

function opens(folder: string, key: BackupKey): boolean {
  try {
    return contentOf(join(folder, 'check'), 'check', key).toString() === CHECK
  } catch {
    return false
  }
}

/** Begins a backup in an empty folder, or continues the one of this database. */
export function openOrBegin(folder: string, secret: string | undefined, database: Position): Archive {
  if (isContinuous(folder)) {
    const head = Head.parse(JSON.parse(readFileSync(headOf(folder), 'utf8')))
    if (head.system !== database.system || head.timeline !== database.timeline)
      throw new Error(
        `${folder} contains a backup of another database, or of this one before a restore. Choose another.`,
      )
    return openArchive(folder, secret)
  }
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== 'check'))
    throw new Error(`${folder} isn’t empty. Choose another folder: npm run backup -- --continuous FOLDER`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const head: Head = {
    salt: randomBytes(16).toString('hex'),
    system: database.system,
    timeline: database.timeline,
    ...(secret ? {} : { key: randomBytes(32).toString('base64url') }),
  }
  saveText(folder, 'check', keyOf(folder, head, secret), CHECK)
  writeFileSync(headOf(folder), JSON.stringify(head, null, 2), { mode: 0o600 })
  return openArchive(folder, secret)
}

/** Replaces a small file as a whole. */
function saveText(folder: string, name: string, key: BackupKey, text: string): void {
  const fresh = join(folder, `${name}.fresh`)
  rmSync(fresh, { force: true })
  const file = appendSealed(fresh, name, key)
  file.append(Buffer.from(text))
  file.finish()
  renameSync(fresh, join(folder, name))
}

export const saveReached = ({ folder, key }: Archive, { at, lsn }: Reached): void =>
  saveText(folder, 'reached', key, JSON.stringify({ at, lsn: fromLsn(lsn) }))

export function readReached({ folder, key }: Archive): Reached | null {
  if (!existsSync(join(folder, 'reached'))) return null
  const { at, lsn } = Reached.parse(JSON.parse(contentOf(join(folder, 'reached'), 'reached', key).toString()))
  return { at, lsn: toLsn(lsn) }
}

export const tarOf = (name: string): string => `bases/${name}.tar`
const manifestOf = (name: string): string => `bases/${name}.json`

/** The finished copies, oldest first. The manifest comes last: a copy without it is unfinished. */
export function basesIn({ folder, key }: Archive): Base[] {
  if (!existsSync(join(folder, 'bases'))) return []
  const names = readdirSync(join(folder, 'bases')).filter((name) => name.endsWith('.json'))
  return names.sort().map((file) => {
    const name = file.slice(0, -'.json'.length)
    const text = contentOf(join(folder, manifestOf(name)), manifestOf(name), key).toString()
    return { ...Base.parse(JSON.parse(text)), name }
  })
}

export function finishBase({ folder, key }: Archive, { name, ...base }: Base): void {
  saveText(folder, manifestOf(name), key, JSON.stringify(base))
}

/** Removes what a kill left of a copy that never finished. */
export function removeUnfinished(archive: Archive): void {
  const bases = join(archive.folder, 'bases')
  mkdirSync(bases, { recursive: true, mode: 0o700 })
  const finished = new Set(basesIn(archive).flatMap(({ name }) => [`${name}.tar`, `${name}.json`]))
  for (const file of readdirSync(bases)) if (!finished.has(file)) rmSync(join(bases, file))
}

/** The copies from which every moment since `since` can be restored: the last one before it, and all later ones. */
export function neededSince<T extends { ready: string }>(bases: readonly T[], since: Date): T[] {
  const before = bases.filter(({ ready }) => new Date(ready) <= since).length
  return bases.slice(Math.max(0, before - 1))
}

/** Removes copies that nobody needs any longer, and the log before the oldest that stays. */
export function prune(archive: Archive, since: Date): void {
  const bases = basesIn(archive)
  const kept = neededSince(bases, since)
  for (const { name } of bases.filter((base) => !kept.includes(base)))
    // The manifest goes first: a copy without it counts as unfinished.
    for (const file of [manifestOf(name), tarOf(name)]) rmSync(join(archive.folder, file), { force: true })
  const [oldest] = kept
  if (!oldest) return
  const from = segmentStart(toLsn(oldest.start))
  for (const { name, start } of segmentsIn(archive.folder)) if (start < from) rmSync(join(archive.folder, 'log', name))
}
