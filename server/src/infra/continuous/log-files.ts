import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { appendSealed, piecesOf, type BackupKey, type SealedFile } from './sealed.ts'

// The log of a backup: one file for each 16 MB of the database's log, under the names that PostgreSQL gives them.

export const SEGMENT = 16 * 2 ** 20
const SEGMENTS_OF_A_NAME = 2 ** 32 / SEGMENT

export const segmentStart = (lsn: number): number => lsn - (lsn % SEGMENT)

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

export function segmentName(timeline: number, lsn: number): string {
  const number = Math.floor(lsn / SEGMENT)
  return hex(timeline) + hex(Math.floor(number / SEGMENTS_OF_A_NAME)) + hex(number % SEGMENTS_OF_A_NAME)
}

const startOfName = (name: string): number =>
  (Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_OF_A_NAME + Number.parseInt(name.slice(16), 16)) * SEGMENT

const nameInBackup = (name: string) => `log/${name}`

/** Where each file of the log begins, in order. */
export function segmentsIn(folder: string): { name: string; start: number }[] {
  if (!existsSync(join(folder, 'log'))) return []
  const names = readdirSync(join(folder, 'log')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return names.sort().map((name) => ({ name, start: startOfName(name) }))
}

export type LogWriter = {
  /** Adds what the database sent. Throws if something between is missing. */
  take: (at: number, data: Buffer) => void
  /** Writes what was taken, so that it survives a power cut, and returns the position after it. */
  save: () => number
  close: () => void
  /** The position after what is in the folder already, or null if there is nothing. */
  position: () => number | null
}

/** Continues the log of a folder. With `from`, it begins anew there, because what lies between is lost. */
export function openLogWriter(folder: string, timeline: number, key: BackupKey, from?: number): LogWriter {
  mkdirSync(join(folder, 'log'), { recursive: true, mode: 0o700 })
  const last = from === undefined ? segmentsIn(folder).at(-1)?.start : from
  let start = last ?? 0
  let file: SealedFile | undefined
  const open = () => {
    const name = segmentName(timeline, start)
    return appendSealed(join(folder, 'log', name), nameInBackup(name), key)
  }
  if (last !== undefined) file = open()
  let waiting: Buffer[] = []
  let position = file ? start + file.found : null
  const write = () => {
    if (waiting.length > 0) file?.append(Buffer.concat(waiting))
    waiting = []
  }
  const next = () => {
    write()
    file?.sync()
    file?.close()
    start += SEGMENT
    file = open()
  }
  const take = (at: number, data: Buffer) => {
    if (position === null || at !== position)
      throw new Error(`The database’s log continues at ${at}, but the backup ends at ${position}.`)
    for (let rest = data; rest.length > 0;) {
      if (position - start === SEGMENT) next()
      const piece = rest.subarray(0, start + SEGMENT - position)
      // Its memory belongs to the connection, which soon uses it again.
      waiting.push(Buffer.from(piece))
      position += piece.length
      rest = rest.subarray(piece.length)
    }
  }
  return {
    take,
    save: () => {
      write()
      file?.sync()
      return position ?? 0
    },
    close: () => file?.close(),
    position: () => position,
  }
}

/** Hands the log from this position on to `take`, file by file, and returns where it ends. */
export function readLog(
  folder: string,
  key: BackupKey,
  from: number,
  take: (name: string, data: Buffer) => void,
): number {
  let position = segmentStart(from)
  const segments = segmentsIn(folder).filter(({ start }) => start >= position)
  for (const [index, { name, start }] of segments.entries()) {
    if (start !== position) break
    for (const data of piecesOf(join(folder, 'log', name), nameInBackup(name), key, false)) {
      take(name, data)
      position += data.length
    }
    if (index < segments.length - 1 && position !== start + SEGMENT)
      throw new Error(`${nameInBackup(name)} is cut: its end is missing.`)
  }
  return position
}
