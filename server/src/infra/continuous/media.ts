import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '../error-fields.ts'
import type { Archive } from './archive.ts'
import { appendSealed, contentOf } from './sealed.ts'

// The media of a continuous backup. A file never changes, so each is copied once. When the server removes it, its copy
// moves to `media-removed` and stays as long as a moment at which it was there can be restored.

const MEDIA = 'media'
const REMOVED = 'media-removed'

/** A file that is still being written has such an ending, here and in the server's folder. */
const isUnfinished = (name: string) => /\.([0-9a-f]{8}|fresh)$/.test(name)

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !isUnfinished(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    : []

const sealedName = (file: string) => `${MEDIA}/${file.replaceAll('\\', '/')}`

function copyFile({ folder, key }: Archive, media: string, file: string): void {
  const [source, target] = [join(media, file), join(folder, MEDIA, file)]
  const { mtime } = statSync(source)
  const bytes = readFileSync(source)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  rmSync(`${target}.fresh`, { force: true })
  const sealed = appendSealed(`${target}.fresh`, sealedName(file), key)
  sealed.append(bytes)
  sealed.finish()
  utimesSync(`${target}.fresh`, mtime, mtime)
  renameSync(`${target}.fresh`, target)
}

/** The server may remove a file while we look at it. */
function copyUnlessGone(archive: Archive, media: string, file: string): void {
  try {
    copyFile(archive, media, file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Keeps the copy of a file that the server removed. Its name says when it was made, its time when it was removed. */
function setAside(folder: string, file: string, now: Date): void {
  const copy = join(folder, MEDIA, file)
  const target = join(folder, REMOVED, `${file}~${statSync(copy).mtimeMs}`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  utimesSync(copy, now, now)
  renameSync(copy, target)
}

/** Copies new media, and sets those aside that are gone. */
export function copyMedia(archive: Archive, media: string, now: Date): void {
  const present = new Set(filesIn(media))
  const copied = new Set(filesIn(join(archive.folder, MEDIA)))
  for (const file of present) if (!copied.has(file)) copyUnlessGone(archive, media, file)
  for (const file of copied) if (!present.has(file)) setAside(archive.folder, file, now)
}

/** Forgets media that were removed before this moment. */
export function pruneMedia({ folder }: Archive, since: Date): void {
  const removed = join(folder, REMOVED)
  for (const file of filesIn(removed)) if (statSync(join(removed, file)).mtime < since) rmSync(join(removed, file))
}

/** Media are copied some time after they were made, and their clock is that of the disk. */
const SLACK = 60_000

/** Restores the media that were there at this moment, and returns how many. */
export function restoreMedia({ folder, key }: Archive, media: string, at: number): number {
  const present = filesIn(join(folder, MEDIA))
    .filter((file) => statSync(join(folder, MEDIA, file)).mtimeMs <= at + SLACK)
    .map((file) => ({ file, copy: join(folder, MEDIA, file) }))
  const removed = filesIn(join(folder, REMOVED)).flatMap((name) => {
    const copy = join(folder, REMOVED, name)
    const [file = name, madeAt] = name.split('~')
    return statSync(copy).mtimeMs > at && Number(madeAt) <= at + SLACK ? [{ file, copy }] : []
  })
  const all = [...removed, ...present]
  for (const { file, copy } of all) {
    mkdirSync(dirname(join(media, file)), { recursive: true })
    writeFileSync(join(media, file), contentOf(copy, sealedName(file), key))
  }
  return all.length
}
